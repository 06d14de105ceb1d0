import CoreLocation
import MapKit
import SwiftUI

/// The circles of one vendor's fences. A long press opens the form there; a tap on a pin opens the fence's page.
struct FenceMap: View {
    let model: PhoneModel
    @State private var position = MapCameraPosition.userLocation(fallback: .automatic)
    @State private var tapped: ShownFence?

    init(model: PhoneModel) { self.model = model }

    var body: some View {
        MapReader { proxy in
            Map(position: $position) {
                UserAnnotation()
                ForEach(model.shownFences) { fence in
                    MapCircle(center: fence.center, radius: fence.radius)
                        .foregroundStyle(color(of: fence).opacity(0.2))
                        .stroke(color(of: fence), lineWidth: fence.isWatched ? 3 : 1)
                    Annotation(fence.id, coordinate: fence.center) {
                        Button("●", action: { tapped = fence })
                            .tint(color(of: fence))
                    }
                }
            }
            .gesture(press(on: proxy))
        }
        .sheet(item: $tapped) { fence in FenceDetail(model: model, fence: fence) }
    }

    /// A press that says where it was: a long press alone has no place.
    private func press(on proxy: MapProxy) -> some Gesture {
        LongPressGesture(minimumDuration: 0.5)
            .sequenced(before: DragGesture(minimumDistance: 0, coordinateSpace: .local))
            .onEnded { value in
                guard case .second(true, let drag?) = value,
                    let place = proxy.convert(drag.startLocation, from: .local)
                else { return }
                model.press(latitude: place.latitude, longitude: place.longitude)
            }
    }

    private func color(of fence: ShownFence) -> Color { Color(after: model.lastAction(of: fence)) }
}

extension ShownFence {
    fileprivate var center: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}

extension Color {
    /// The color of a fence by what happened there last.
    init(after action: FenceAction?) {
        switch action {
        case .enter: self.init(red: 0.133, green: 0.773, blue: 0.369)
        case .exit: self.init(red: 0.937, green: 0.267, blue: 0.267)
        case .dwell: self.init(red: 0.961, green: 0.62, blue: 0.043)
        case nil: self.init(red: 0.976, green: 0.451, blue: 0.086)
        }
    }
}

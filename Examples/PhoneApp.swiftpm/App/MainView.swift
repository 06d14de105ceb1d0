import SwiftUI

/// The map, the switch above it, and what there is to ask or to read below it.
struct MainView: View {
    @Bindable var model: PhoneModel
    @Environment(\.scenePhase) private var phase
    @State private var showsLog = false

    init(model: PhoneModel) { _model = Bindable(model) }

    var body: some View {
        NavigationStack {
            FenceMap(model: model)
                .safeAreaInset(edge: .bottom) { footer }
                .navigationTitle("Fences")
                .navigationBarTitleDisplayMode(.inline)
                .toolbar {
                    ToolbarItem(placement: .navigation) { Toggle("Geo", isOn: $model.showsFences) }
                    ToolbarItem(placement: .primaryAction) {
                        Button("Log", action: { showsLog = true })
                    }
                }
        }
        .sheet(item: $model.draft) { draft in FenceForm(model: model, draft: draft) }
        .sheet(isPresented: $showsLog) { LogView(model: model) }
        .onChange(of: phase) {
            guard phase == .active else { return }
            Task { await model.refresh() }
        }
    }

    private var footer: some View {
        VStack(spacing: 8) {
            if let problem = model.problem {
                HStack {
                    Text(problem)
                    Button("OK", action: { model.problem = nil })
                }
            }
            PermissionRow(model: model)
            Picker("API", selection: $model.vendor) {
                ForEach(Vendor.allCases) { vendor in Text(vendor.rawValue).tag(vendor) }
            }
            .pickerStyle(.segmented)
            Text(model.vendor.whyNoForm ?? "Press the map for half a second to add a fence.")
                .font(.footnote)
        }
        .padding()
        .background(.regularMaterial)
    }
}

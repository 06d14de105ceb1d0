import SwiftUI

/// The transitions of all three adapters, newest first, each with its reason; a tap shows all sentences.
struct LogView: View {
    let model: PhoneModel
    @Environment(\.dismiss) private var dismiss

    init(model: PhoneModel) { self.model = model }

    var body: some View {
        NavigationStack {
            List(model.entries) { entry in
                NavigationLink(
                    destination: { List { ReasonRows(reasons: entry.reasons) }.navigationTitle(entry.line) },
                    label: { LogRow(entry: entry) })
            }
            .navigationTitle("Transitions")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Close", action: { dismiss() }) }
            }
        }
    }
}

/// One transition.
private struct LogRow: View {
    let entry: LogEntry

    var body: some View {
        VStack(alignment: .leading) {
            Text(entry.line)
                .foregroundStyle(Color(after: entry.action))
            HStack {
                Text(entry.date, style: .date)
                Text(entry.date, style: .time)
            }
            Text(entry.reason)
                .font(.footnote)
        }
    }
}

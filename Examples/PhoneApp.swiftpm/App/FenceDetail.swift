import SwiftUI

/// What the adapter says about a fence, and the way to its form.
struct FenceDetail: View {
    let model: PhoneModel
    let fence: ShownFence
    @Environment(\.dismiss) private var dismiss
    @State private var reasons: [String] = []
    @State private var draft: FenceDraft?

    init(model: PhoneModel, fence: ShownFence) {
        self.model = model
        self.fence = fence
    }

    var body: some View {
        NavigationStack {
            List {
                if let absence = fence.absence { Section("Not monitored") { Text(absence) } }
                Section("Why") { ReasonRows(reasons: reasons) }
            }
            .navigationTitle(fence.id)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Close", action: { dismiss() }) }
                ToolbarItem(placement: .primaryAction) {
                    Button("Edit", action: { draft = model.form(for: fence) })
                        .disabled(model.vendor.whyNoForm != nil)
                }
            }
        }
        .task { reasons = await model.explain(fence) }
        .sheet(item: $draft, onDismiss: { dismiss() }) { draft in FenceForm(model: model, draft: draft) }
    }
}

/// Sentences, one in a row.
struct ReasonRows: View {
    let reasons: [String]

    var body: some View {
        ForEach(Array(reasons.enumerated()), id: \.offset) { _, reason in Text(reason) }
    }
}

import SwiftUI

/// The form for a new fence, or for one that was tapped.
struct FenceForm: View {
    let model: PhoneModel
    @State private var draft: FenceDraft
    @State private var problem: String?
    @Environment(\.dismiss) private var dismiss

    init(model: PhoneModel, draft: FenceDraft) {
        self.model = model
        _draft = State(initialValue: draft)
    }

    var body: some View {
        NavigationStack {
            Form {
                Section(draft.vendor.rawValue) {
                    TextField("Identifier", text: $draft.identifier)
                        .disabled(!draft.isNew)
                    TextField("Radius in meters", text: $draft.radius)
                        .keyboardType(.decimalPad)
                    Text(draft.placeText)
                }
                Section("Report") {
                    Toggle("ENTER", isOn: $draft.reportsEnter)
                    Toggle("EXIT", isOn: $draft.reportsExit)
                    Toggle("DWELL", isOn: $draft.reportsDwell)
                        .disabled(!draft.vendor.reportsDwell)
                    if !draft.vendor.reportsDwell { Text("\(draft.vendor.rawValue) reports no dwell.") }
                    if draft.vendor.reportsDwell, draft.reportsDwell {
                        TextField("Loitering delay (ms)", text: $draft.dwellDelay, prompt: Text("30000"))
                            .keyboardType(.decimalPad)
                    }
                }
                if let problem { Section("Not saved") { Text(problem) } }
                if !draft.isNew {
                    Button("Delete", role: .destructive, action: { perform { await model.remove(draft) } })
                }
            }
            .navigationTitle(draft.isNew ? "New fence" : "Fence")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: { dismiss() }) }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save", action: { perform { await model.save(draft) } })
                }
            }
        }
    }

    /// Does it, then shows what is wrong, or closes the form if nothing is.
    private func perform(_ action: @escaping @MainActor () async -> String?) {
        Task {
            problem = await action()
            if problem == nil { dismiss() }
        }
    }
}

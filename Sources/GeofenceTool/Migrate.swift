import APIMigration
import BeekonAdapter
import LocationCore

/// Fence definitions from one vendor's style to another's.
enum Migrate {
    static let command = Command(
        name: "migrate", summary: "turn fence definitions of one vendor's style into another's", help: help
    ) { (words) throws(Complaint) in
        do throws(Complaint) {
            let options = try MigrateOptions(words)
            guard options.wantsHelp else { return try run(options) }
            try StandardStream.output.write(try CommandTable.help(of: "migrate"))
            return .success
        } catch {
            var complaint = error
            complaint.isForPrograms = words.contains("--json")
            throw complaint
        }
    }

    private static let help = """
        geofence migrate --from STYLE --to STYLE [OPTION]… FENCES

        Reads fence definitions in one vendor's shape and writes them in another's, with a report of what was carried,
        carried differently, and not carried, fence by fence and field by field.

          FENCES                 a file of JSON, or - for standard input
          --from STYLE           bgeo, beekon or customerio: whose shape the file has
          --to STYLE             whose shape is written
          --output FILE          where the fences go; standard output without it
          --report FILE          where the report goes; standard error without it, - for standard output
          --json                 the report, and any complaint, as JSON
          --notification FILE    to beekon: what fences without a notification show, in Beekon's shape; it then holds
                                 their extras or metadata as text

        styles
          bgeo        a list of fences with identifier, radius, notifyOnEntry, loiteringDelay, extras
          beekon      a list of fences with id, radiusMeters, notification; also read: the server's answer to a sync
          customerio  an object with a list named geofences, as its server sends it; also read: that list alone
        """

    private static func run(_ options: MigrateOptions) throws(Complaint) -> ExitCode {
        let notification = try options.notification.map(notification(in:)) ?? nil
        let bytes = try InputFile.read(options.fences)
        let migration: FenceMigration
        do throws(MigrationError) {
            migration = try FenceMigration(
                bytes, from: options.source, to: options.target,
                options: FenceMigration.Options(notification: notification))
        } catch {
            throw Complaint(.badInput, "\(options.fences == "-" ? "standard input" : options.fences): \(error)")
        }
        try write(migration, options)
        return migration.report.isComplete ? .success : .losses
    }

    /// Both files are whole before either has its name, and the report has it first: no fences without their report.
    private static func write(_ migration: FenceMigration, _ options: MigrateOptions) throws(Complaint) {
        let report = migration.report
        let text = (options.wantsJSON ? report.json.bytes(pretty: true) : Array(report.description.utf8)) + [0x0A]
        let fences = migration.fences.bytes(pretty: true) + [0x0A]
        let output = try options.output.map { (path) throws(Complaint) in try OutputFile(path, holding: fences) }
        do throws(Complaint) {
            switch options.report {
            case nil: try StandardStream.error.write(text)
            case "-": try StandardStream.output.write(text)
            case let path?: try OutputFile(path, holding: text).publish()
            }
            if output == nil { try StandardStream.output.write(fences) }
        } catch {
            output?.discard()
            throw error
        }
        try output?.publish()
    }

    private static func notification(in file: String) throws(Complaint) -> GeofenceNotification {
        let bytes = try InputFile.read(file)
        do {
            let notification = try GeofenceNotification(json: try JSONValue(json: bytes), spelling: .camelCase)
            guard notification.delivery == .local else {
                throw Complaint(.badInput, "\(file): delivery must be local for fences of an app")
            }
            return notification
        } catch let complaint as Complaint {
            throw complaint
        } catch {
            throw Complaint(.badInput, "\(file) is no notification of Beekon: \(error)")
        }
    }
}

import LocationCore
import Testing

@Suite struct `Fixes` {
    private let place = Coordinate(checkedLatitude: 52.5, longitude: 13.4)
    private let noon = Timestamp(milliseconds: 1_783_339_200_000)

    private func measured(
        accuracy: Double = 5, altitude: Double = 34, verticalAccuracy: Double = 3, speed: Double = 1.5,
        speedAccuracy: Double = 0.2, course: Double = 90, courseAccuracy: Double = 4
    ) -> Fix? {
        Fix(
            coordinate: place, measuredAccuracy: accuracy, timestamp: noon, measuredAltitude: altitude,
            measuredVerticalAccuracy: verticalAccuracy, measuredSpeed: speed, measuredSpeedAccuracy: speedAccuracy,
            measuredCourse: course, measuredCourseAccuracy: courseAccuracy, ellipsoidalAltitude: 75)
    }

    @Test func `PLAT-110 measured numbers are kept`() throws {
        let fix = try #require(measured())

        #expect(
            fix
                == Fix(
                    coordinate: place, accuracy: 5, timestamp: noon, altitude: 34, verticalAccuracy: 3,
                    ellipsoidalAltitude: 75, speed: 1.5, speedAccuracy: 0.2, course: 90, courseAccuracy: 4))
        #expect(fix.source == .live)
        #expect(fix.isSimulated == false)
    }

    @Test(arguments: [-1, -0.001, .nan, .infinity] as [Double])
    func `PLAT-110 without a valid horizontal accuracy there is no fix`(accuracy: Double) {
        #expect(measured(accuracy: accuracy) == nil)
    }

    @Test func `PLAT-110 an accuracy of 0 is valid`() {
        #expect(measured(accuracy: 0)?.accuracy == 0)
    }

    @Test(arguments: [-1, .nan] as [Double])
    func `PLAT-110 an invalid vertical accuracy voids the altitudes`(verticalAccuracy: Double) throws {
        let fix = try #require(measured(verticalAccuracy: verticalAccuracy))

        #expect(fix.altitude == nil)
        #expect(fix.verticalAccuracy == nil)
        #expect(fix.ellipsoidalAltitude == nil)
        #expect(fix.speed == 1.5)
    }

    @Test func `a negative altitude is one below the sea`() {
        #expect(measured(altitude: -12)?.altitude == -12)
    }

    @Test(arguments: [(-1, 0.2), (1.5, -1), (.nan, 0.2), (1.5, .nan)] as [(Double, Double)])
    func `PLAT-110 an invalid speed or speed accuracy voids the speed`(speed: Double, accuracy: Double) throws {
        let fix = try #require(measured(speed: speed, speedAccuracy: accuracy))

        #expect(fix.speed == nil)
        #expect(fix.speedAccuracy == nil)
        #expect(fix.course == 90)
    }

    @Test(arguments: [(-1, 4), (90, -1), (.nan, 4)] as [(Double, Double)])
    func `PLAT-110 an invalid course or course accuracy voids the course`(course: Double, accuracy: Double) throws {
        let fix = try #require(measured(course: course, courseAccuracy: accuracy))

        #expect(fix.course == nil)
        #expect(fix.courseAccuracy == nil)
        #expect(fix.speed == 1.5)
    }

    @Test func `numbers that are not possible count as absent`() {
        let fix = Fix(
            coordinate: place, accuracy: -1, timestamp: noon, altitude: .infinity, verticalAccuracy: -1,
            ellipsoidalAltitude: .nan, speed: -0.1, speedAccuracy: .nan, course: 360, courseAccuracy: -3)

        #expect(fix == Fix(coordinate: place, accuracy: nil, timestamp: noon))
    }

    @Test func `another source changes nothing else`() throws {
        let live = try #require(measured())

        let cached = live.from(.cached)

        #expect(cached.source == .cached)
        #expect(cached != live)
        #expect(cached.from(.live) == live)
    }
}

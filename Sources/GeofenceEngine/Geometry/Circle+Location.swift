import LocationCore

extension Circle { func location(of c: Coordinate) -> PointLocation { .outside } }

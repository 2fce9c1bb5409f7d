//! Dates, instants and the days and hours that count: those of the retailer's zone, wherever browser and server stand.

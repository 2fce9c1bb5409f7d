// Stands in for what no test needs.
module.exports = {};

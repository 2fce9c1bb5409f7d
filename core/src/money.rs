//! Amounts of money, exact to the cent.

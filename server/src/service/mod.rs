//! What takes several steps or a transaction. Services take core's types: what has not passed a form cannot get here.

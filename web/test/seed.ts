// The same random cases in every run, so that a failure can be repeated.
import fc from "fast-check";

fc.configureGlobal({ seed: 20_261_118 });

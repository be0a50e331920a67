/** vitest's setup file: properties are tried with the same values in every run; PROPERTY_RUNS tries more of them. */
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_261_122, numRuns: Number(process.env.PROPERTY_RUNS ?? 100) })

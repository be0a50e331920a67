/** Where a task comes from; what people write down for themselves is their own. */
export const KINDS = {
  fault: 'Storing',
  low_score: 'Lage score',
  call_back: 'Terugbellen',
  conflict: 'Verschil van een telefoon',
  repair: 'Reparatie',
  own: 'Eigen taak',
} as const
export type TaskKind = keyof typeof KINDS

/** Who does what is of nobody in particular. */
export const OFFICE = 'Kantoor'

import type { ErrorRow } from './types.ts'

/** Nobody is signed in there any more. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** It takes nothing before a moment, or somebody asked it too often. */
export class Limited extends Error {
  override name = 'Limited'
  readonly until: Date
  constructor(until: Date) {
    super('limited')
    this.until = until
  }
}

/** It said no; nothing was accepted. */
export class Refused extends Error {
  override name = 'Refused'
  readonly row: ErrorRow
  readonly status: number
  constructor(status: number, row: ErrorRow) {
    super(row.message)
    this.status = status
    this.row = row
  }
}

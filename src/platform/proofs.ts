import type { Db } from './database/types.ts'
import { point } from './points.ts'

/** What the public page for the token of a paper shows, for who holds that paper. */
export interface ShownProof {
  title: string
  view: string
  data: object
}

/** Finds the paper of a token among its own; nothing for one that it does not know. */
export type Proof = (db: Db, token: string) => Promise<ShownProof | undefined>

export const proofs = point<Proof>('proofs')

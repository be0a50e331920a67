/** Programs that call us with a token of their own; who knows them gives how they are found. */
import type { Db } from '../database/types.ts'
import { point } from '../points.ts'

/** The program behind a request, with what its token allows. */
export interface Caller {
  id: number
  name: string
  scopes: readonly string[]
}

/** Finds who sent an `Authorization` header; null for a token that is missing, unknown, expired or revoked. */
export type FindCaller = (db: Db, header: string | undefined) => Promise<Caller | null>

export const callerFinders = point<FindCaller>('callers')

/** What the server says of a list that it stopped looking for (`table-slow.ts`). */
import { RequestFailed } from '../lib/request.ts'

export interface Slow {
  message: string
  /** The filters that would make the list shorter. */
  helpful: { name: string; label: string }[]
}

/** @returns null where a request failed for anything else */
export function slowOf(error: unknown): Slow | null {
  const body = error instanceof RequestFailed ? (error.body as Partial<Slow> | null) : null
  return body?.message && body.helpful ? { message: body.message, helpful: body.helpful } : null
}

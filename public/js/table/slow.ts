/** What the server says of a list that it stopped looking for (`table-slow.ts`). */
import { el } from '../lib/dom.ts'
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

/** Opens each of the filters that would help, as `table-slow.ejs` has them. */
export const opensOf = ({ helpful }: Slow): HTMLElement[] =>
  helpful.map(({ name, label }) =>
    el('button', { class: 'btn btn-sm', type: 'button', 'data-filter-open': name }, label),
  )

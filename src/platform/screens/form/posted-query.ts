import type { Request, Response } from 'express'
import qs from 'qs'
import { assertReadable, readQuery } from '../../http/read-body.ts'

/** Says in a posted form that it is a GET whose query does not fit an address. */
const METHOD = '_method'
/** Carries such a query on through the form that it opened, as a hidden field (`views/platform/posted-query.ejs`). */
const QUERY = '_query'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Express' query is a getter, so it has to be shadowed. What stands in the address itself goes first. */
function addToQuery(req: Request, more: Record<string, unknown>): void {
  Object.defineProperty(req, 'query', { value: { ...more, ...req.query }, configurable: true })
}

/**
 * A selection of more than 200 ids does not fit an address, so the browser posts it (rulings 3). With `_method=GET` in
 * the form such a POST opens a popup, file or page like any GET: nothing is saved by it, and no screen knows the
 * difference. So does one that asks a list for a file, whose address says `export=`. The form of a popup opened in this
 * way sends the query back as `_query`, so that its save reads the same query as its load.
 */
export function readPostedQuery(req: Request, res: Response): void {
  const body: unknown = req.body
  if (req.method !== 'POST' || !isRecord(body)) return
  const { [METHOD]: method, [QUERY]: carried, _token, ...fields } = body
  if (method === 'GET' || req.query.export !== undefined) {
    // Writing it down goes as deep as it does.
    assertReadable(fields)
    req.method = 'GET'
    addToQuery(req, fields)
    res.locals.postedQuery = qs.stringify(fields)
  } else if (typeof carried === 'string') {
    addToQuery(req, readQuery(carried))
    res.locals.postedQuery = carried
    delete body[QUERY]
  }
}

import express, { type Request, type RequestHandler, type Response } from 'express'
import { HttpError } from '../errors.ts'
import { type FieldLimits, readFields } from './read-fields.ts'

/** Largest request body: of people who are signed in (rulings 3, big requests), and of anybody else. */
const SIGNED_IN = { bytes: 2 * 1024 * 1024, fields: 20_000, list: 5_000 }
const ANYBODY = { bytes: 32 * 1024, fields: 100, list: 100 }
/** The same with something drawn in it, and what there is to choose from on the page. */
const DRAWN = { bytes: 192 * 1024, fields: 300, list: 250 }
/** Node takes no more than 16 kB of headers, and the address is among them. */
const QUERY: FieldLimits = { fields: 20_000, list: 5_000 }
const FORM = 'application/x-www-form-urlencoded'
/** JSON of ours goes a handful of levels deep. */
const DEPTH = 32

export const readQuery = (text: string | null | undefined): Record<string, unknown> => readFields(text ?? '', QUERY)

/** Reads a form or JSON; a body of another kind, or none, gives no fields. */
function reader(limits: FieldLimits & { bytes: number }) {
  const form = express.text({ type: FORM, limit: limits.bytes })
  const json = express.json({ limit: limits.bytes })
  return async (req: Request, res: Response): Promise<void> => {
    await through(form, req, res)
    if (typeof req.body === 'string') req.body = readFields(req.body, limits)
    else await through(json, req, res)
    req.body ??= {}
  }
}

const through = (handler: RequestHandler, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void handler(req, res, (error?: unknown) =>
      error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('the body was not read')),
    )
  })

/** Puts the fields of a request by somebody who is signed in into `req.body`. @throws HttpError (400, 413) */
export const readBody = reader(SIGNED_IN)

/** The same for a request by anybody, of which little is read. @throws HttpError (400, 413) */
export const readSmallBody = reader(ANYBODY)

/** The same where somebody draws. @throws HttpError (400, 413) */
export const readDrawnBody = reader(DRAWN)

/**
 * Refuses what cannot be stored (U+0000, rulings 3) and what is nested too deeply.
 * @throws HttpError (400)
 */
export function assertReadable(...sent: unknown[]): void {
  const left = sent.map((value) => ({ value, depth: 0 }))
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next
    const isText = typeof value === 'string'
    if (depth > DEPTH || (isText && value.includes('\0'))) throw new HttpError(400, 'Dit verzoek is niet leesbaar.')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      left.push({ value: key, depth })
      left.push({ value: inner, depth: depth + 1 })
    }
  }
}

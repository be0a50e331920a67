import type { Request, Response } from 'express'
import type { Outcome } from '../screens/models.ts'

/** JSON that fits a header: HTTP headers are latin-1, so everything outside ASCII is escaped. */
export function headerJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** More changed records than this are announced as 'all of that type' (rulings 3). */
const MOST_CHANGES = 50

/** A change list small enough for a header and a notice. */
export function condense(changed: { type: string; id: number }[]): { type: string; id: number }[] {
  if (changed.length <= MOST_CHANGES) return changed
  return [...new Set(changed.map(({ type }) => type))].map((type) => ({ type, id: 0 }))
}

/** A fragment if and only if htmx asks for one, or single rows or ids are wanted (rulings 3). */
export function wantsFragment(req: Request): boolean {
  if (req.query.onlyGet !== undefined || req.query.checkAll !== undefined) return true
  return req.get('HX-Request') === 'true' && req.get('HX-History-Restore-Request') !== 'true'
}

/**
 * A fragment or a whole page; both have the same address. Sent by Node itself, since `res.send` computes for each
 * answer what is the same for all.
 */
export function sendHtml(res: Response, html: string): void {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Vary', 'HX-Request')
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(html))
  // As text it leaves with its headers in one piece.
  res.end(html)
}

/** An answer in JSON that nobody keeps, sent by the same means. */
export function sendJson(res: Response, value: unknown): void {
  const text = JSON.stringify(value)
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}

/** Tells the browser in headers what a save did: flash, change notices, close the popup, open another, go elsewhere. */
export function setOutcome(res: Response, outcome: Outcome & { close?: boolean }): void {
  const trigger: Record<string, unknown> = {}
  if (outcome.changed?.length) trigger.changed = { items: condense(outcome.changed) }
  if (outcome.flash) trigger.flash = outcome.flash
  if (outcome.close) trigger['popup-close'] = {}
  if (outcome.open) trigger['popup-open'] = { url: outcome.open }
  if (outcome.download) trigger['file-download'] = { url: outcome.download }
  if (Object.keys(trigger).length > 0) res.set('HX-Trigger', headerJson(trigger))
  if (outcome.redirect) res.set('HX-Redirect', outcome.redirect)
}

/** The same as a whole answer, with a JSON body where the call has one. */
export function sendOutcome(res: Response, outcome: Outcome & { close?: boolean; body?: unknown }): void {
  setOutcome(res, outcome)
  res.set('Cache-Control', 'no-store')
  if (outcome.body === undefined) res.status(204).end()
  else res.json(outcome.body)
}

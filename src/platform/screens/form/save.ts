import { inTransaction } from '../../database/transaction.ts'
import type { Db, Trx } from '../../database/types.ts'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import { REPEATED, keepOutcome, onceKey, takeOnce } from '../../http/once.ts'
import { condense, sendHtml, sendOutcome, setOutcome, wantsFragment } from '../../http/respond.ts'
import { hasQueuedMail } from '../../mail/mail.ts'
import { notSentFlash } from '../../mail/sending.ts'
import type { Services } from '../../services.ts'
import { offerUndo } from '../../undo/undoable.ts'
import { assertFormRecords } from './form-records.ts'
import type { EndScreen, Outcome } from '../models.ts'
import { type Exchange, type NoUndo, type Route, recordOf } from '../screen.ts'

/**
 * What a save answers; `changed` is announced to every browser in the same transaction. Where htmx sent the form, the
 * popup stays with `end`, the last screen, or with `shown`, whatever takes the place of the form (a secret that is
 * shown once); other programs get `body`.
 */
export type Saved = Outcome & {
  body?: unknown
  close?: boolean
  end?: EndScreen
  shown?: { view: string; data: object }
  /** Why it cannot be taken back, where that depends on what it came to. */
  noUndo?: NoUndo
  /** For how many days it can be taken back, where that is more than one. */
  undoDays?: number
  /** What was done, as the list of last actions calls it, where no flash says it. */
  done?: string
}

/** What the declaration of a save says of undoing it. */
type Made = Pick<Route, 'right'> & { area: Area; noUndo?: NoUndo }

/**
 * Runs a save: one transaction, history, change notice, then the answer. A form that comes again, by its token, is not
 * saved again: it gets the answer of the first time.
 * @param declaration whose save it is, which says by what right it may be taken back
 * @param defaults.fields the form's fields where they are not the body of the request
 * @param defaults.redraw draws the form anew after the commit, for a form that stays where it is
 */
export async function runSave(
  exchange: Exchange,
  viewer: Viewer,
  declaration: Made,
  save: (trx: Trx) => Promise<Saved>,
  defaults: { close: boolean; fields?: object; redraw?: () => Promise<string> },
): Promise<{ isRepeat: boolean }> {
  const { services, req, res } = exchange
  const once = onceKey(viewer.id, req.path, defaults.fields ?? req.body)
  let isRepeat = false
  const outcome = await inTransaction(services.db, viewer, async (trx) => {
    const before = once && (await takeOnce<Saved>(trx, once))
    isRepeat = before !== null
    // What it said in words is gone after a day.
    if (before) return { ...(before.end ? {} : { flash: REPEATED }), ...before }
    const saved = await save(trx)
    if (saved.flash && hasQueuedMail(trx))
      saved.flash = await notSentFlash({ ...services, db: trx }, viewer, saved.flash)
    if (saved.changed?.length) await services.changes.announce(trx, saved.changed)
    await offer(trx, viewer, declaration, saved)
    if (once) await keepOutcome(trx, once, repeatable(saved))
    return saved
  })
  const shown = outcome.end ? { view: 'platform/end-screen', data: outcome.end } : outcome.shown
  const redraw = shown
    ? async () => services.views.render(shown.view, { ...res.locals, ...shown.data })
    : defaults.redraw
  const html = redraw && wantsFragment(req) ? await redraw() : null
  if (html === null) sendOutcome(res, { close: defaults.close, ...outcome })
  else {
    setOutcome(res, { ...outcome, close: false })
    sendHtml(res, html)
  }
  return { isRepeat }
}

/** Offers to take the save back, in its flash and in the list of last actions. */
async function offer(trx: Trx, viewer: Viewer, made: Made, saved: Saved): Promise<void> {
  const label = saved.done ?? saved.flash?.str
  if (label === undefined || saved.flash?.type === 'error' || made.noUndo || saved.noUndo) return
  const undo = await offerUndo(trx, viewer, {
    ...made,
    label,
    changed: condense(saved.changed ?? []),
    days: saved.undoDays,
  })
  if (undo !== null && saved.flash) saved.flash = { ...saved.flash, undo }
}

/** The answer to a form that is sent again. A secret that is shown once is not stored for that. */
const repeatable = ({ shown, body, ...outcome }: Saved): Saved =>
  shown ? { ...outcome, flash: REPEATED, close: true } : { ...outcome, ...(body === undefined ? {} : { body }) }

/**
 * What a save works with: whatever it calls asks over the connection of its transaction. With a second one beside it,
 * as many saves at once as there are connections would wait for each other.
 */
const withTransaction = <C extends { db: Db; services: Services }>(ctx: C, trx: Trx) => ({
  ...ctx,
  db: trx,
  trx,
  services: { ...ctx.services, db: trx },
})

interface Saves<C> {
  path: string
  record?: string | null
  recordParam?: string | null
  formRecords?: Record<string, string | undefined>
  save(ctx: C & { trx: Trx }): Promise<Saved>
}

/** The save of a declaration, once every record that its path and its form name is there for the viewer. */
export const saveOf =
  <C extends { db: Db; viewer: Viewer; services: Services; params: object; form: unknown }>(
    declaration: Saves<C>,
    ctx: C,
  ) =>
  async (trx: Trx): Promise<Saved> => {
    const record = recordOf(declaration)
    const id = record?.param ? (ctx.params as Record<string, unknown>)[record.param] : null
    if (record && typeof id === 'number') await ctx.services.registry.assertVisible(trx, ctx.viewer, record.type, id)
    await assertFormRecords(trx, ctx, declaration.formRecords)
    return declaration.save(withTransaction(ctx, trx))
  }

import type * as z from 'zod'
import { inTransaction } from '../database/transaction.ts'
import type { Db, Trx } from '../database/types.ts'
import { parseForm } from '../forms/invalid.ts'
import { parseEdit } from '../forms/unchanged.ts'
import type { Area } from '../access/rights.ts'
import { keepOutcome, onceKey, takeOnce } from '../http/once.ts'
import { sendHtml, sendOutcome, tellOutcome, wantsFragment } from '../http/respond.ts'
import { type UploadRule, receiveFile } from '../http/receive-file.ts'
import type { Viewer } from '../access/viewer.ts'
import { hasQueuedMail } from '../mail/mail.ts'
import { tellNotSent } from '../mail/sending.ts'
import type { Services } from '../services.ts'
import { type NamesRecords, assertFormRecords } from './form-records.ts'
import type { EndScreen, FormModel, Outcome } from './models.ts'
import { sendHomeWith } from './page.ts'
import { type Frame, frameModel, frameOf, recordRef, sendPopup } from './popup.ts'
import {
  type Access,
  type Ctx,
  type Exchange,
  type ParamsOf,
  type SaveCtx,
  type Screen,
  contextOf,
  reading,
  saving,
  screenOf,
} from './screen.ts'

/**
 * What a save answers; `changed` is announced to every browser in the same transaction. Where htmx sent the form, the
 * popup stays with `end`, the last screen, or with `shown`, whatever takes the place of the form (a secret that is shown
 * once); other programs get `body`.
 */
export type Saved = Outcome & {
  body?: unknown
  close?: boolean
  end?: EndScreen
  shown?: { view: string; data: object }
}

/**
 * Runs a save: one transaction, history, change notice, then the answer. A form that comes again, by its token, is not
 * saved again: it gets the answer of the first time.
 * @param defaults.fields the form's fields where they are not the body of the request
 * @param defaults.redraw draws the form anew after the commit, for a form that stays where it is
 */
export async function runSave(
  exchange: Exchange,
  viewer: Viewer,
  save: (trx: Trx) => Promise<Saved>,
  defaults: { close: boolean; fields?: object; redraw?: () => Promise<string> },
): Promise<{ isRepeat: boolean }> {
  const { services, req, res } = exchange
  const once = onceKey(viewer.id, req.path, defaults.fields ?? req.body)
  let isRepeat = false
  const outcome = await inTransaction(services.db, viewer, async (trx) => {
    const before = once && (await takeOnce<Saved>(trx, once))
    isRepeat = before !== null
    if (before) return before
    const saved = await save(trx)
    if (saved.flash && hasQueuedMail(trx))
      saved.flash = await tellNotSent({ ...services, db: trx }, viewer, saved.flash)
    if (saved.changed?.length) await services.changes.announce(trx, saved.changed)
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
    tellOutcome(res, { ...outcome, close: false })
    sendHtml(res, html)
  }
  return { isRepeat }
}

/** What a form that comes again is answered. A secret that is shown once is not kept for that. */
const repeatable = ({ shown, body, ...outcome }: Saved): Saved =>
  shown
    ? { ...outcome, flash: { str: 'Dit was al opgeslagen.', type: 'info' }, close: true }
    : { ...outcome, ...(body === undefined ? {} : { body }) }

/**
 * What a save works with: whatever it calls asks over the connection of its transaction. With a second one beside it, as
 * many saves at once as there are connections would wait for each other.
 */
export const inside = <C extends { db: Db; services: Services }>(ctx: C, trx: Trx) => ({
  ...ctx,
  db: trx,
  trx,
  services: { ...ctx.services, db: trx },
})

/** The save of a declaration, once every record that its form names is there for the viewer. */
export const saveOf =
  <C extends { db: Db; viewer: Viewer; services: Services; form: unknown }>(
    declaration: { formRecords?: Record<string, string | undefined>; save(ctx: C & { trx: Trx }): Promise<Saved> },
    ctx: C,
  ) =>
  async (trx: Trx): Promise<Saved> => {
    await assertFormRecords(trx, ctx, declaration.formRecords)
    return declaration.save(inside(ctx, trx))
  }

function submitsOf<D>(
  submits: FormModel['submits'] | ((data: D) => FormModel['submits']) | undefined,
  data: D,
): FormModel['submits'] {
  return (typeof submits === 'function' ? submits(data) : submits) ?? [{ label: 'Opslaan' }]
}

/**
 * A popup that is a form: GET shows it, POST to the same URL saves it in one transaction. A wrong form answers 422
 * with the map of field to messages; nothing is changed then.
 */
export function formPopup<
  Path extends string,
  A extends Area,
  F extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject,
  D extends object = object,
>(
  declaration: Access<A> &
    NamesRecords<z.output<F>> &
    Frame<D> & {
      path: Path
      view: string
      query?: Q
      /** The schema, or the one for this address: what it asks for is then told along with all else that is wrong. */
      form: F | ((at: Pick<Ctx<ParamsOf<Path>, z.output<Q>>, 'params' | 'query' | 'services'>) => F)
      submits?: FormModel['submits'] | ((data: D) => FormModel['submits'])
      failText?: string
      /** What is asked before the form is sent; null for nothing. */
      confirm?: (data: D) => string | null
      /** Why the form cannot be sent as things are, for its buttons; the save refuses on its own. */
      refusal?: (data: D) => string | undefined
      /** The form takes one file, which `form` finds as the field `file` (ReceivedFile) and the save keeps. */
      upload?: (services: Services) => Promise<UploadRule>
      load(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<D> | D
      /** The version of the loaded record, for optimistic locking. */
      version?: (data: D) => number
      /** The loaded record by the form's names: what comes back unchanged is not judged by rules that came later. */
      stored?: (data: D) => object
      /** Judged before the transaction, such as a password: what it writes stays, whatever becomes of the save. */
      admit?(ctx: Omit<SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>, 'trx'>): Promise<void>
      save(ctx: SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>): Promise<Saved>
    },
): Screen {
  const show = async (exchange: Exchange) => {
    const { req } = exchange
    if (!wantsFragment(req)) return sendHomeWith(exchange, declaration.home)
    const ctx = contextOf(declaration, exchange)
    const { viewer } = ctx
    const data = await declaration.load(ctx)
    const refusal = declaration.refusal?.(data)
    const confirm = declaration.confirm?.(data) ?? null
    sendPopup(exchange, {
      ...frameModel(declaration, data, viewer, req.originalUrl, recordRef(screen, exchange.params)),
      view: declaration.view,
      data: { ...(data as Record<string, unknown>), viewer },
      form: {
        action: req.originalUrl,
        version: declaration.version?.(data) ?? null,
        submits: submitsOf(declaration.submits, data),
        multipart: declaration.upload !== undefined,
        ...(declaration.failText === undefined ? {} : { failText: declaration.failText }),
        ...(refusal === undefined ? {} : { refusal }),
        ...(confirm === null ? {} : { confirm }),
      },
    })
  }
  const save = async (exchange: Exchange) => {
    const { req, services } = exchange
    const ctx = contextOf(declaration, exchange)
    const received = declaration.upload && (await receiveFile(exchange, await declaration.upload(services)))
    try {
      const input: unknown = received ? { ...received.fields, file: received.file ?? undefined } : req.body
      const { stored } = declaration
      const schema = typeof declaration.form === 'function' ? declaration.form(ctx) : declaration.form
      const form = stored
        ? await parseEdit(schema, input, async () => stored(await declaration.load(ctx)))
        : parseForm(schema, input)
      const saved = { ...ctx, form }
      await declaration.admit?.(saved)
      const { isRepeat } = await runSave(exchange, ctx.viewer, saveOf(declaration, saved), {
        close: true,
        ...(received ? { fields: received.fields } : {}),
      })
      if (isRepeat && received?.file) await services.files.remove(received.file.key)
    } catch (error) {
      if (received?.file) await services.files.remove(received.file.key)
      throw error
    }
  }
  const screen: Screen = screenOf(
    'form',
    declaration,
    [reading(declaration, show), saving(declaration, save)],
    frameOf(declaration),
  )
  return screen
}

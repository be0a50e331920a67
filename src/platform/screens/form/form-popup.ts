import type * as z from 'zod'
import type { Viewer } from '../../access/viewer.ts'
import type { Trx } from '../../database/types.ts'
import { type FieldMessages, Invalid } from '../../errors.ts'
import { parseForm } from '../../forms/invalid.ts'
import { parseEdit } from '../../forms/unchanged.ts'
import type { Area } from '../../access/rights.ts'
import { wantsFragment } from '../../http/respond.ts'
import { type UploadRule, receiveFiles } from '../../http/receive-file.ts'
import type { Services } from '../../services.ts'
import { addedForms, addedInput, fieldsAddedTo } from './added-fields.ts'
import type { NamesRecords } from './form-records.ts'
import type { FormModel } from '../models.ts'
import { sendHomeWith } from '../page.ts'
import { type Frame, frameModel, frameOf, recordRef, sendPopup } from '../popup/popup.ts'
import { type Saved, runSave, saveOf } from './save.ts'
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
} from '../screen.ts'

/** Of a form in a popup what its frame and its rights do not say. */
export interface FormOfPopup<Path extends string, F extends z.ZodType, Q extends z.ZodObject, D extends object> {
  path: Path
  view: string
  query?: Q
  /** The schema, or the one for this address: what it asks for is then told along with all else that is wrong. */
  form: F | ((at: Pick<Ctx<ParamsOf<Path>, z.output<Q>>, 'params' | 'query' | 'services'>) => F)
  submits?: FormModel['submits'] | ((data: D) => FormModel['submits'])
  failText?: string
  /** Its save may take minutes, and is waited for. */
  slow?: true
  /** Kept where there is no network, and sent later: what it is, in words. */
  kept?: (data: D) => string
  /** The question asked before the form is sent; null for none. */
  confirm?: (data: D) => string | null
  /** Has 'Terug' beside its button: as a question about a selection, or as a form in which something can be filled in. */
  back?: 'question' | 'form'
  /** Why the form cannot be sent as things are, for its buttons; the save refuses on its own. */
  refusal?: (data: D) => string | undefined
  /**
   * The form takes files, which `form` finds as `file`, or as `files` where it takes several (ReceivedFile), and the save
   * keeps.
   */
  upload?: (services: Services) => Promise<UploadRule>
  load(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<D> | D
  /** The version of the loaded record, for optimistic locking. */
  version?: (data: D) => number
  /** It adds or changes the record itself: other modules may ask their fields of it here (added-fields.ts). */
  takesFields?: boolean
  /** The loaded record by the form's names: what comes back unchanged is not judged by rules that came later. */
  stored?: (data: D) => object
  /** Checked before the transaction, such as a password: what it writes stays, even when the save fails. */
  precheck?(ctx: Omit<SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>, 'trx'>): Promise<void>
  save(ctx: SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>): Promise<Saved>
}

function formModel<Path extends string, F extends z.ZodType, Q extends z.ZodObject, D extends object>(
  declaration: FormOfPopup<Path, F, Q, D>,
  data: D,
  action: string,
): FormModel {
  const { submits, failText } = declaration
  const refusal = declaration.refusal?.(data)
  const confirm = declaration.confirm?.(data) ?? null
  return {
    action,
    version: declaration.version?.(data) ?? null,
    submits: (typeof submits === 'function' ? submits(data) : submits) ?? [{ label: 'Opslaan' }],
    multipart: declaration.upload !== undefined,
    ...(declaration.slow ? { slow: true } : {}),
    ...(failText === undefined ? {} : { failText }),
    ...(declaration.kept ? { kept: declaration.kept(data) } : {}),
    ...(refusal === undefined ? {} : { refusal }),
    ...(confirm === null ? {} : { confirm }),
    ...(declaration.back === undefined ? {} : { back: declaration.back }),
  }
}

/** The form of a request with its files; those that the save does not keep are removed again. */
async function withInput(
  exchange: Exchange,
  upload: UploadRule | undefined,
  save: (input: unknown, fields: { fields?: object }) => Promise<{ isRepeat: boolean }>,
): Promise<void> {
  const { req, services } = exchange
  if (!upload) return void (await save(req.body, {}))
  const { fields, files } = await receiveFiles(exchange, upload)
  const remove = async () => {
    for (const { key } of files) await services.files.remove(key)
  }
  try {
    const received = upload.most === undefined ? { file: files[0] } : { files }
    const { isRepeat } = await save({ ...fields, ...received }, { fields })
    if (isRepeat) await remove()
  } catch (error) {
    await remove()
    throw error
  }
}

/** What is wrong with the fields of others is told along with what is wrong with its own. */
async function withMessages<T>(messages: FieldMessages, parse: () => Promise<T> | T): Promise<T> {
  const parsed = await Promise.resolve()
    .then(parse)
    .catch((error: unknown) => {
      throw error instanceof Invalid ? new Invalid({ ...messages, ...error.fields }) : error
    })
  if (Object.keys(messages).length > 0) throw new Invalid(messages)
  return parsed
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
>(declaration: Access<A> & NamesRecords<z.output<F>> & Frame<D> & FormOfPopup<Path, F, Q, D>): Screen {
  const type = declaration.fieldsOf ?? declaration.record ?? null
  const fieldsOfOthers = ({ services, viewer }: Pick<Exchange, 'services'> & { viewer: Viewer }) =>
    declaration.takesFields && type !== null ? fieldsAddedTo(services, viewer, type, 'change') : []
  /** Null of a record that is added, also where it becomes a part of the one in the address. */
  const shownId = ({ params }: Exchange) =>
    declaration.fieldsOf === undefined ? (recordRef(screen, params)?.id ?? null) : null
  const show = async (exchange: Exchange) => {
    const { req } = exchange
    if (!wantsFragment(req)) return sendHomeWith(exchange, declaration.home)
    const ctx = contextOf(declaration, exchange)
    const { viewer } = ctx
    const data = await declaration.load(ctx)
    sendPopup(exchange, {
      ...frameModel(declaration, data, viewer, req.originalUrl, recordRef(screen, exchange.params)),
      view: declaration.view,
      data: { ...(data as Record<string, unknown>), viewer },
      // A question has no address of its own (rulings 3).
      ...(declaration.back === 'question' ? { push: false } : {}),
      form: {
        ...formModel(declaration, data, req.originalUrl),
        added: await addedForms(ctx.services, fieldsOfOthers(ctx), shownId(exchange)),
      },
    })
  }
  const save = async (exchange: Exchange) => {
    const ctx = contextOf(declaration, exchange)
    await withInput(exchange, await declaration.upload?.(exchange.services), async (input, sent) => {
      const { stored } = declaration
      const schema = typeof declaration.form === 'function' ? declaration.form(ctx) : declaration.form
      const added = addedInput(ctx.services, ctx.viewer, fieldsOfOthers(ctx), input)
      const form = await withMessages(added.messages, async () =>
        stored ? parseEdit(schema, input, async () => stored(await declaration.load(ctx))) : parseForm(schema, input),
      )
      const saved = { ...ctx, form }
      await declaration.precheck?.(saved)
      const all = async (trx: Trx) => {
        const outcome = await saveOf(declaration, saved)(trx)
        const id = shownId(exchange)
        const kept = id ?? outcome.changed?.find((record) => record.type === type)?.id
        if (kept !== undefined) await added.save(trx, kept, id === null)
        return outcome
      }
      return runSave(exchange, ctx.viewer, declaration, all, { close: true, ...sent })
    })
  }
  const screen: Screen = screenOf(
    'form',
    declaration,
    [reading(declaration, show), saving(declaration, save)],
    frameOf(declaration),
  )
  return screen
}

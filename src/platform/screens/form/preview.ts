import type * as z from 'zod'
import type { Area } from '../../access/rights.ts'
import { parseForm } from '../../forms/invalid.ts'
import { sendHtml } from '../../http/respond.ts'
import { type ReceivedFile, receiveFiles } from '../../http/receive-file.ts'
import { type Upload, readUpload } from '../../http/upload.ts'
import { type Download, sendDownload } from '../call/calls.ts'
import { type NamesRecords, assertFormRecords } from './form-records.ts'
import {
  type Access,
  type Ctx,
  type Exchange,
  type ParamsOf,
  type Screen,
  contextOf,
  saving,
  screenOf,
} from '../screen.ts'

/** What a preview gets beside what every handler gets. */
export interface PreviewCtx<Params, Query, Form> extends Ctx<Params, Query> {
  form: Form
  /** All that was sent, also what the form does not read: the fields of earlier steps. */
  fields: Record<string, unknown>
  /** Null when none was sent, or `file` is not declared. */
  file: Upload | null
  /** The same, of a file that may be too large for the memory: it stands in the store until the answer is given. */
  stored: ReceivedFile | null
  /** Goes off when nobody waits for the answer any more. */
  gone: AbortSignal
}

interface Sent {
  fields: Record<string, unknown>
  file: Upload | null
  stored: ReceivedFile | null
}

async function readSent(
  exchange: Exchange,
  file: { field: string; maxBytes: number; folder?: string } | undefined,
): Promise<Sent> {
  if (!file) return { fields: (exchange.req.body ?? {}) as Record<string, unknown>, file: null, stored: null }
  const { folder, ...limits } = file
  if (folder === undefined) return { ...(await readUpload(exchange, limits)), stored: null }
  const { fields, files } = await receiveFiles(exchange, { ...limits, folder, kinds: [], unjudged: true })
  return { fields, file: null, stored: files[0] ?? null }
}

/**
 * POST that answers what would come of a form, and saves nothing: a fragment, JSON where there is no `view`, or the file
 * that `open` gives. It is a POST for the length of what is sent, and carries the CSRF token as what saves does.
 * @param declaration.file the one file that may come along, and its size; it is thrown away with the request. With a
 *   `folder` it streams to the file store instead of the memory
 * @param declaration.load what the view draws, or the answer
 */
export function preview<Path extends string, A extends Area, F extends z.ZodType, Q extends z.ZodObject = z.ZodObject>(
  declaration: Access<A> &
    NamesRecords<z.output<F>> & {
      path: Path
      query?: Q
      form: F | ((at: Pick<Ctx<ParamsOf<Path>, z.output<Q>>, 'params' | 'query' | 'services'>) => F)
      file?: { field: string; maxBytes: number; folder?: string }
    } & (
      | {
          view?: string
          load(ctx: PreviewCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>): Promise<object> | object
        }
      | { open(ctx: PreviewCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>): Promise<Download> }
    ),
): Screen {
  const handle = async (exchange: Exchange) => {
    const { res, services } = exchange
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const { fields, file, stored } = await readSent(exchange, declaration.file)
    if (stored) res.once('close', () => void services.files.remove(stored.key))
    const ctx = contextOf(declaration, exchange)
    const form = parseForm(typeof declaration.form === 'function' ? declaration.form(ctx) : declaration.form, fields)
    await assertFormRecords(ctx.db, { ...ctx, form }, declaration.formRecords)
    const whole = { ...ctx, form, fields, file, stored, gone: gone.signal }
    if ('open' in declaration) return sendDownload(exchange, await declaration.open(whole))
    const data = await declaration.load(whole)
    if (declaration.view === undefined) return void res.set('Cache-Control', 'no-store').json(data)
    sendHtml(res, services.views.render(declaration.view, { ...res.locals, ...data, viewer: ctx.viewer }))
  }
  return screenOf('preview', declaration, [saving(declaration, handle)])
}

import type * as z from 'zod'
import { parseForm } from '../../forms/invalid.ts'
import { parseEdit } from '../../forms/unchanged.ts'
import { csrfToken } from '../../http/csrf.ts'
import type { Area } from '../../access/rights.ts'
import { sendHtml, wantsFragment } from '../../http/respond.ts'
import { type Saved, runSave, saveOf } from './save.ts'
import type { NamesRecords } from './form-records.ts'
import type { FormModel } from '../models.ts'
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
import { type PageAddress, redirectToPage } from '../page-address.ts'

/**
 * A form that stands in a page or beside a menu instead of in a popup of its own. GET answers the form, POST to the
 * same URL saves it and answers it anew, with what is stored now and its version; a wrong form answers 422.
 * @param declaration.pageAddress the page that shows it when its address is opened on its own, with the form in its place
 */
export function formFragment<Path extends string, A extends Area, F extends z.ZodType, D extends object = object>(
  declaration: Access<A> &
    NamesRecords<z.output<F>> & {
      path: Path
      pageAddress: PageAddress<ParamsOf<Path>>
      title: string
      view: string
      form: F
      submits?: FormModel['submits']
      load(ctx: Ctx<ParamsOf<Path>, object>): Promise<D> | D
      version?: (data: D) => number
      /** As for a form popup: what comes back unchanged is not judged by rules that came later. */
      stored?: (data: D) => object
      footnote?: (data: D) => string | null
      /** Checked before the transaction, such as what somebody else has to answer: a save holds nothing meanwhile. */
      precheck?(ctx: Omit<SaveCtx<ParamsOf<Path>, object, z.output<F>>, 'trx'>): Promise<void>
      save(ctx: SaveCtx<ParamsOf<Path>, object, z.output<F>>): Promise<Saved>
    },
): Screen {
  const draw = async (exchange: Exchange): Promise<string> => {
    const { req, res, services } = exchange
    const ctx = contextOf(declaration, exchange)
    const data = await declaration.load(ctx)
    const form: FormModel = {
      action: req.originalUrl,
      version: declaration.version?.(data) ?? null,
      submits: declaration.submits ?? [{ label: 'Opslaan' }],
      multipart: false,
    }
    return services.views.render('platform/popup-content', {
      ...res.locals,
      csrf: () => csrfToken(req),
      view: declaration.view,
      data: { ...(data as Record<string, unknown>), viewer: ctx.viewer },
      form,
      footnote: declaration.footnote?.(data) ?? null,
    })
  }
  const show = async (exchange: Exchange) => {
    if (!wantsFragment(exchange.req)) return redirectToPage(exchange, declaration.pageAddress)
    sendHtml(exchange.res, await draw(exchange))
  }
  const save = async (exchange: Exchange) => {
    const ctx = contextOf(declaration, exchange)
    const { stored } = declaration
    const form = stored
      ? await parseEdit(declaration.form, exchange.req.body, async () => stored(await declaration.load(ctx)))
      : parseForm(declaration.form, exchange.req.body)
    const saved = { ...ctx, form }
    await declaration.precheck?.(saved)
    await runSave(exchange, ctx.viewer, declaration, saveOf(declaration, saved), {
      close: false,
      redraw: () => draw(exchange),
    })
  }
  return screenOf('form', declaration, [reading(declaration, show), saving(declaration, save)], {
    title: declaration.title,
    view: declaration.view,
    fields: 'shape' in declaration.form ? Object.keys(declaration.form.shape as object) : [],
  })
}

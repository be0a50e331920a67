import type * as z from 'zod'
import { NotFound } from '../../errors.ts'
import { parseForm } from '../../forms/invalid.ts'
import { csrfToken } from '../../http/csrf.ts'
import type { Area } from '../../access/rights.ts'
import { sendHtml, wantsFragment } from '../../http/respond.ts'
import { type Saved, runSave, saveOf } from './save.ts'
import type { NamesRecords } from './form-records.ts'
import type { FormModel, StepModel } from '../models.ts'
import { sendHomeWith } from '../page.ts'
import { type Frame, frameModel, frameOf, recordRef, sendPopup } from '../popup/popup.ts'
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

/** All fields of the earlier steps, as the browser sent them; a step parses what it needs. */
export type Fields = Record<string, unknown>

export interface Step<C, Base> {
  key: string
  label: string
  view: string
  /** Must hold before the next step is shown; a failure answers 422 and the browser stays where it is. */
  check?: z.ZodType
  /** What this step shows, computed from what the popup loaded and the fields sent so far. */
  load(ctx: C, base: Base, fields: Fields): Promise<StepData> | StepData
}

/** What a view gets, and what the frame around the steps knows of it. */
type StepData = object & {
  /** Little is left to choose: the steps after this one stand beneath it on one page. */
  plain?: boolean
  /** What it comes to as it is proposed, where nobody has to choose anything: beneath a plain step it is folded into this. */
  line?: string | null
}

/** What the frame around the steps says of itself. */
interface Around<Base> {
  /** How its last screen is called among the steps, which comes once all is stored. */
  endLabel?: string
  /** What the user is told when it fails without saying why. */
  failText?: string
  /** The buttons at the end; they may follow from what the popup loaded. */
  submits: FormModel['submits'] | ((base: Base) => FormModel['submits'])
  /** Whether what the earlier steps ask is known already: then the last step stands alone, as a form. */
  single?: (base: Base) => boolean
  /** The question asked before it is sent where it stands alone; null for none. */
  confirm?: (base: Base) => string | null
}

const formOf = <Base>({ submits, failText }: Around<Base>, base: Base, action: string): FormModel => ({
  action,
  version: null,
  submits: typeof submits === 'function' ? submits(base) : submits,
  multipart: false,
  ...(failText === undefined ? {} : { failText }),
})

const stepsOf = ({ steps, endLabel }: Pick<Around<never>, 'endLabel'> & { steps: readonly StepModel[] }) => ({
  steps: steps.map(({ key, label }) => ({ key, label })),
  current: 0,
  endLabel: endLabel ?? null,
})

/**
 * A multi-step popup: one <form>, earlier steps stay in the DOM, `POST ?step=key` answers the next step as a
 * fragment, and nothing is stored before the final POST, which checks everything again (docs/architecture.md). Where
 * `single` says so it is one form, the last step. Where a step is plain, what follows stands beneath it on one page; that is
 * a way of drawing, and the browser's: the same steps are asked for, in the same order, and the same form is sent.
 */
export function wizard<
  Path extends string,
  A extends Area,
  F extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject,
  Base extends object = object,
>(
  declaration: Access<A> &
    NamesRecords<z.output<F>> &
    Frame<Base> &
    Around<Base> & {
      path: Path
      query?: Q
      load(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<Base> | Base
      steps: Step<Ctx<ParamsOf<Path>, z.output<Q>>, Base>[]
      form: F
      save(ctx: SaveCtx<ParamsOf<Path>, z.output<Q>, z.output<F>>): Promise<Saved>
    },
): Screen {
  const show = async (exchange: Exchange) => {
    const { req } = exchange
    if (!wantsFragment(req)) return sendHomeWith(exchange, declaration.home)
    const ctx = contextOf(declaration, exchange)
    const base = await declaration.load(ctx)
    const single = declaration.single?.(base) === true
    const shown = declaration.steps.at(single ? -1 : 0)!
    const data = await shown.load(ctx, base, {})
    const confirm = single ? declaration.confirm?.(base) : null
    sendPopup(exchange, {
      ...frameModel(declaration, base, ctx.viewer, req.originalUrl, recordRef(screen, exchange.params)),
      ...(single ? {} : { layout: 'steps' }),
      view: shown.view,
      data: { ...base, ...data, viewer: ctx.viewer, steps: stepsOf(declaration) },
      form: { ...formOf<Base>(declaration, base, req.originalUrl), ...(confirm ? { confirm } : {}) },
    })
  }

  const sendStep = async (exchange: Exchange, key: string) => {
    const { req, res, services } = exchange
    const index = declaration.steps.findIndex((step) => step.key === key)
    const step = declaration.steps[index]
    if (!step) throw new NotFound('Stap')
    const fields = (req.body ?? {}) as Fields
    for (const earlier of declaration.steps.slice(0, index)) if (earlier.check) parseForm(earlier.check, fields)
    const ctx = contextOf(declaration, exchange)
    const base = await declaration.load(ctx)
    const data = await step.load(ctx, base, fields)
    const html = services.views.render('platform/step', {
      ...res.locals,
      csrf: () => csrfToken(req),
      step: { key, label: step.label, index, total: declaration.steps.length },
      view: step.view,
      data: { ...base, ...data, viewer: ctx.viewer },
    })
    sendHtml(res, html)
  }

  const submit = async (exchange: Exchange) => {
    const { req } = exchange
    if (typeof req.query.step === 'string') return sendStep(exchange, req.query.step)
    const ctx = contextOf(declaration, exchange)
    const form = parseForm(declaration.form, req.body)
    await runSave(exchange, ctx.viewer, declaration, saveOf(declaration, { ...ctx, form }), { close: true })
  }

  const screen: Screen = screenOf(
    'wizard',
    declaration,
    [reading(declaration, show), saving(declaration, submit)],
    frameOf(declaration),
  )
  return screen
}

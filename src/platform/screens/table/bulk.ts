import * as z from 'zod'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import { parseForm } from '../../forms/invalid.ts'
import type { Db } from '../../database/types.ts'
import { noMailNote } from '../../mail/sending.ts'
import type { Services } from '../../services.ts'
import {
  type BulkPlan,
  type BulkWords,
  assertPlan,
  bulkFlash,
  bulkLabel,
  bulkOpen,
  bulkTitle,
  planKey,
  tellsMails,
} from './bulk-plan.ts'
import { formPopup } from '../form/form-popup.ts'
import type { NamesRecords } from '../form/form-records.ts'
import type { PopupSize } from '../models.ts'
import { preview } from '../form/preview.ts'
import type { Saved } from '../form/save.ts'
import type { Access, Example, ParamsOf, SaveCtx, Screen } from '../screen.ts'

/** What a plan is made from; while it is carried out, `db` is the transaction. */
export interface PlanCtx<Params, Form> {
  db: Db
  viewer: Viewer
  services: Services
  params: Params
  form: Form
}

interface BulkAction<Path extends string, F extends z.ZodObject> {
  path: Path
  /** Where the preview of changed choices is asked for. */
  previewPath: string
  home: string
  /** Small unless what it shows of each asks for more. */
  size?: PopupSize
  words: BulkWords | ((plan: BulkPlan) => BulkWords)
  /** Takes something away: its button is red. */
  danger?: boolean
  /** What is sent: the selection and the choices, each with what holds before anybody chose. */
  form: F
  /** The choices that stand when it opens, where they are others than when nothing is sent. */
  initial?: Partial<z.output<F>>
  /** The records it is about, as its form sends them; the lists of the form unless given. */
  hidden?(ctx: PlanCtx<ParamsOf<Path>, z.output<F>>): Promise<Record<string, number[]>>
  /** The choices, above the preview. */
  choices?: { view: string; load(ctx: PlanCtx<ParamsOf<Path>, z.output<F>>): Promise<object> | object }
  /** A second question before it is sent, where a specification asks for one. */
  confirm?(ctx: PlanCtx<ParamsOf<Path>, z.output<F>>): Promise<string | null>
  /** What stands in the way of a plan: a choice that is still to be made. */
  asks?(form: z.output<F>): string | null
  plan(ctx: PlanCtx<ParamsOf<Path>, z.output<F>>): Promise<BulkPlan>
  /** Takes the locks that the plan has to hold under, in the order of the commands. */
  lock?(ctx: SaveCtx<ParamsOf<Path>, object, z.output<F>>): Promise<unknown>
  /** What is done for a program that asked for no preview, where that is all or nothing by other words. */
  unseen?(ctx: SaveCtx<ParamsOf<Path>, object, z.output<F>>): Promise<Saved>
  /** Does what the plan says. The flash is told by its words unless it says another. */
  carryOut(ctx: SaveCtx<ParamsOf<Path>, object, z.output<F>>, plan: BulkPlan): Promise<Saved>
}

type Params = Record<string, unknown>

const EMPTY: BulkPlan = { does: [], stays: [], outcomes: [] }
/** None for a program that asked for no preview, and while a choice is still to be made. */
const Key = z.object({
  plan: z
    .string()
    .max(40)
    .optional()
    .transform((key) => key || undefined),
})

/**
 * An action on a selection that shows first what it will do (rulings 10.14): a popup, and the preview of it under other
 * choices. Both and the save come from one `plan`; a save under which the plan became another one is refused, and what
 * holds now is shown.
 */
export function bulkAction<Path extends string, A extends Area, F extends z.ZodObject>(
  declaration: Access<A> & NamesRecords<z.output<F>> & BulkAction<Path, F>,
): [popup: Screen, preview: Screen] {
  const { path, previewPath, home, danger, form, choices, area, ...access } = declaration
  type Form = z.output<F>
  type Ctx = PlanCtx<ParamsOf<Path>, Form>

  const wordsOf = (plan: BulkPlan) =>
    typeof declaration.words === 'function' ? declaration.words(plan) : declaration.words

  const hiddenOf = async (ctx: Ctx): Promise<Record<string, number[]>> =>
    (await declaration.hidden?.(ctx)) ??
    Object.fromEntries(Object.entries(ctx.form as Record<string, number[]>).filter(([, value]) => Array.isArray(value)))

  const shown = async (ctx: Ctx) => {
    const question = declaration.asks?.(ctx.form) ?? null
    const plan = question === null ? await declaration.plan(ctx) : EMPTY
    const words = wordsOf(plan)
    if (question !== null) {
      const open = bulkOpen(Math.max(0, ...Object.values(await hiddenOf(ctx)).map(({ length }) => length)), words)
      return { plan, words, question, key: '', label: open, title: open }
    }
    const noMail = tellsMails(plan) ? await noMailNote(ctx.services, ctx.viewer) : null
    const [label, title] = [bulkLabel(plan, words), bulkTitle(plan, words)]
    return { plan, words, question, key: planKey(plan), label, title, noMail }
  }

  const popup = formPopup({
    ...access,
    area,
    path,
    home,
    size: declaration.size ?? 'small',
    query: z.looseObject({}),
    view: 'platform/bulk',
    form: form.extend(Key.shape),
    back: 'question',
    load: async (ctx: { query: unknown; db: Db; viewer: Viewer; services: Services; params: unknown }) => {
      const asked = { ...ctx, form: { ...parseForm(form, ctx.query), ...declaration.initial } } as Ctx
      return {
        ...(await shown(asked)),
        previewPath: previewPath.replace(/:(\w+)/g, (_all, name: string) => String((ctx.params as Params)[name])),
        ids: Object.entries(await hiddenOf(asked)),
        choices: choices ? { view: choices.view, data: await choices.load(asked) } : null,
        confirm: (await declaration.confirm?.(asked)) ?? null,
      }
    },
    title: ({ title }: Shown) => title,
    footnote: declaration.noUndo ? null : 'U kunt dit 24 uur ongedaan maken.',
    submits: ({ label }: Shown) => [{ label, danger: danger === true }],
    refusal: ({ plan, question }: Shown) => question ?? refusalOf(plan),
    confirm: ({ confirm }: Shown) => confirm,
    save: async (ctx: SaveCtx<ParamsOf<Path>, object, Form & z.output<typeof Key>>) => {
      const question = declaration.asks?.(ctx.form) ?? null
      if (ctx.form.plan === undefined && declaration.unseen) return declaration.unseen(ctx)
      await declaration.lock?.(ctx)
      const plan = question === null ? await declaration.plan({ ...ctx, db: ctx.trx }) : EMPTY
      assertPlan(plan, ctx.form.plan)
      const saved = await declaration.carryOut(ctx, plan)
      return { flash: { str: bulkFlash(plan, wordsOf(plan)), type: 'success' as const }, ...saved }
    },
  } as never)

  const again = preview({
    ...access,
    example: sentWhole(access.example),
    area,
    path: previewPath,
    form,
    view: 'platform/bulk-plan',
    load: async (ctx: Ctx) => {
      const data = await shown(ctx)
      return { ...data, refusal: data.question ?? refusalOf(data.plan) ?? '' }
    },
  } as never)
  return [{ ...popup, bulk: true }, again]
}

/** What a preview is sent holds the selection too, which the popup got in its address. */
const sentWhole =
  (example?: Example): Example =>
  (story, role) => {
    const call = example?.(story, role)
    if (!call) return call === null ? null : {}
    const { query, form: choices, ...rest } = call
    return { ...rest, form: { ...query, ...(typeof choices === 'function' ? {} : choices) } }
  }

interface Shown {
  plan: BulkPlan
  question: string | null
  title: string
  label: string
  confirm: string | null
}

const refusalOf = ({ does }: BulkPlan): string | undefined => (does.length === 0 ? 'Er is niets te doen.' : undefined)

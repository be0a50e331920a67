import type * as z from 'zod'
import type { Area } from '../../access/rights.ts'
import type { Trx } from '../../database/types.ts'
import type { Viewer } from '../../access/viewer.ts'
import { deletion } from '../popup/deletion.ts'
import type { PopupSize, RecordRef } from '../models.ts'
import type { Frame } from '../popup/popup.ts'
import { deleteOption } from '../popup/record-options.ts'
import type { Ctx, Example, NoUndo, OwnExample, SaveCtx, Screen } from '../screen.ts'
import { type FormOfPopup, formPopup } from './form-popup.ts'
import type { FormRecords } from './form-records.ts'
import type { Saved } from './save.ts'

interface Id {
  id: number
}
type Names = Record<string, string>
type ParamsOfNew<Of> = Of extends string ? Id : object
type ExampleOf<A extends Area> = A['own']['change'] extends true ? OwnExample : Example

/** Of the answer to a save what is its own: other records that changed `also`, or whatever differs. */
type Answer = Partial<Saved> & { also?: RecordRef[] }

/** What one of the forms may say otherwise than by default. */
type Otherwise<A extends Area, F extends z.ZodType, Q extends z.ZodObject, D extends object> = Partial<
  Omit<Frame<D>, 'home'> & Omit<FormOfPopup<string, F, Q, D>, 'form' | 'query' | 'load' | 'save'>
> & {
  form: F
  query?: Q
  formRecords?: FormRecords<z.output<F>>
  alsoRecords?: Names
  noUndo?: NoUndo
  example: ExampleOf<A>
}

type Adding<A extends Area, Of, F extends z.ZodType, Q extends z.ZodObject, D extends object> = {
  /** The type of the record that it becomes a part of, whose id stands in the address. */
  of?: Of
  /** Answers what the view needs; by default that there is no record yet. */
  load?: (ctx: Ctx<ParamsOfNew<Of>, z.output<Q>>) => Promise<D> | D
  /** Answers the id of the new record; or all of it, where none or several came. */
  save: (
    ctx: SaveCtx<ParamsOfNew<Of>, z.output<Q>, z.output<F>>,
  ) => Promise<number | (Answer & Id) | (Saved & { id?: never })>
  /** The popup that opens then. */
  open?: (id: number) => string
} & Otherwise<A, F, Q, D>

type Editing<A extends Area, F extends z.ZodType, Q extends z.ZodObject, D extends object> = {
  /** Answers what the view needs: the record, under its name, and what else. */
  load: (ctx: Ctx<Id, z.output<Q>>) => Promise<D> | D
  save: (ctx: SaveCtx<Id, z.output<Q>, z.output<F>>) => Promise<Answer | void>
} & Otherwise<A, F, Q, D>

interface Deleting {
  path?: string
  /** What the user reads afterwards. */
  flash?: string
  remove(trx: Trx, id: number, viewer: Viewer): Promise<void>
  /** By default what the example of `add` makes is deleted. */
  example?: Example
}

/**
 * The popups that add, change and delete a record. What they have in common stands on top, what differs in `add`, `edit`
 * and `delete`; whatever these give wins. The address of each is `path` with /add (and /:id, of what it becomes a part
 * of), /edit/:id or /delete. 'Verwijderen' stands in the menu of the form; `options: []` where the record has a popup of
 * its own, which has it there.
 */
export function recordForms<
  A extends Area,
  Name extends string,
  AF extends z.ZodType,
  EF extends z.ZodType,
  ED extends Record<Name, { id: number; version: number }>,
  AQ extends z.ZodObject = z.ZodObject,
  EQ extends z.ZodObject = z.ZodObject,
  AD extends object = object,
  Of extends string | undefined = undefined,
>(declaration: {
  area: A
  record: string
  /** What one is called at the beginning of a sentence: 'Betalingsconditie'. */
  label: string
  path: string
  home: string
  size?: PopupSize
  view: string
  /** Under what name the view finds the record; null while it is new. */
  name: Name
  /** Fields of both forms that name records. */
  formRecords?: FormRecords<z.output<AF>> & FormRecords<z.output<EF>>
  add: Adding<A, Of, AF, AQ, AD>
  edit: Editing<A, EF, EQ, ED>
  delete?: Deleting
}): Screen[] {
  const { record, label, path, name, add, edit, delete: removal, ...common } = declaration
  const { of, open, load, save, ...adding } = add
  const { save: change, ...editing } = edit
  const addPath = add.path ?? `${path}/add${of === undefined ? '' : '/:id'}`
  const deletePath = removal?.path ?? `${path}/delete`
  const added = async (ctx: Parameters<typeof save>[0]): Promise<Saved> => {
    const saved = await save(ctx)
    const { id, also = [], ...answer } = typeof saved === 'number' ? { id: saved } : { also: [], ...saved }
    if (id === undefined) return answer
    return {
      changed: [{ type: record, id }, ...also],
      flash: { str: `${label} toegevoegd`, type: 'success' },
      ...(open ? { open: open(id) } : {}),
      body: { id },
      ...answer,
    }
  }
  const changed = async (ctx: Parameters<typeof change>[0]): Promise<Saved> => {
    const { also = [], ...answer } = (await change(ctx)) ?? {}
    return {
      changed: [{ type: record, id: ctx.params.id }, ...also],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
      ...answer,
    }
  }
  const title = `${label} toevoegen`
  const screens = [
    drawn({
      ...common,
      ...(of === undefined ? { record, recordParam: null } : { record: of, fieldsOf: record }),
      path: addPath,
      title,
      submits: [{ label: title }],
      load: load ?? (() => ({ [name]: null })),
      ...adding,
      save: added,
    }),
    drawn({
      ...common,
      record,
      path: `${path}/edit/:id`,
      title: `${label} wijzigen`,
      version: (data: ED) => data[name].version,
      ...(removal ? { options: (data: ED) => [deleteOption(deletePath, { type: record, id: data[name].id })] } : {}),
      ...editing,
      save: changed,
    }),
  ]
  if (!removal) return screens
  const { area } = common
  const example = madeBy(addPath, add.example)
  return [...screens, deletion({ area, record, flash: `${label} verwijderd`, example, ...removal, path: deletePath })]
}

/** What a form declares was held to its types above. */
const drawn = (declaration: object): Screen =>
  formPopup({ right: 'change', takesFields: true, ...declaration } as Parameters<
    typeof formPopup<string, Area, z.ZodType>
  >[0])

/** The call that deletes what an add with its example made. */
const madeBy =
  (path: string, adding: Example): Example =>
  (story, role) => {
    const { params = {}, form } = adding(story, role) ?? {}
    if (typeof form !== 'object') return null
    return {
      first: [{ path: path.replace(':id', String(params.id)), form }],
      form: (id) => ({ id }),
    }
  }

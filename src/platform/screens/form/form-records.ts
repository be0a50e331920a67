import type { Db, Trx } from '../../database/types.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Services } from '../../services.ts'

/** A record of a form: its id, none where it may be left open, or a list of ids, each with what is said of it too. */
type Named = number | readonly number[] | readonly { id: number }[] | null | undefined

/** Fields of a form that name records, by their record types: `{ company_id: 'company' }`. */
export type FormRecords<Form> = { [Field in keyof Form as Form[Field] extends Named ? Field : never]?: string }

/** What a declaration says about the records that its form names. */
export interface NamesRecords<Form> {
  /**
   * Fields of the form that name records. Before the save each must exist within the viewer's scope, or the answer is
   * 404. Narrower rules (a room of this establishment) are checked by the save itself.
   */
  formRecords?: FormRecords<Form>
}

const idsIn = (named: Named): number[] => [named ?? []].flat().map((one) => (typeof one === 'number' ? one : one.id))

/**
 * Asks for all records that a form names, by one query per type.
 * @throws NotFound when one does not exist or lies outside the viewer's scope
 */
export async function assertFormRecords(
  db: Db | Trx,
  { viewer, services, form }: { viewer: Viewer; services: Services; form: unknown },
  fields: Record<string, string | undefined> = {},
): Promise<void> {
  const named = form as Record<string, Named>
  const byType = Map.groupBy(Object.keys(fields), (field) => fields[field])
  for (const [type, names] of byType)
    if (type !== undefined)
      await services.registry.assertVisible(db, viewer, type, ...names.flatMap((name) => idsIn(named[name])))
}

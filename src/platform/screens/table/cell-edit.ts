import * as z from 'zod'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Trx } from '../../database/types.ts'
import type { Catalogue } from '../../fields/facts.ts'
import { id, version } from '../../forms/fields.ts'
import { parseForm } from '../../forms/invalid.ts'
import type { Services } from '../../services.ts'
import { action } from '../call/calls.ts'
import type { Access, Screen } from '../screen.ts'

/** One cell as it was sent: the fields of a record's row that hold one value each are changed in the list itself. */
interface CellChange {
  trx: Trx
  viewer: Viewer
  services: Services
  id: number
  /** The field with its value, read by the catalogue. */
  changes: Record<string, unknown>
  version: number
}

/**
 * The call by which cells of a list are changed (`edits` of the table names it): one for all its fields, which the
 * catalogue reads as it does for a form. The save keeps to the version that the row was drawn with.
 * @param declaration.names the fields that may be changed so
 */
export function cellEdit<A extends Area>(
  declaration: Access<A> & {
    record: string
    path: string
    fields: Catalogue
    names: readonly [string, ...string[]]
    save(change: CellChange): Promise<void>
  },
): Screen {
  const { fields, names, record, ...access } = declaration
  const form = z.object({ id, version, field: z.enum(names), value: z.string().max(2000) })
  type Sent = z.output<typeof form>
  return action({
    ...access,
    record,
    recordParam: null,
    form,
    formRecords: { id: record },
    save: async ({
      trx,
      viewer,
      services,
      form: sent,
    }: {
      trx: Trx
      viewer: Viewer
      services: Services
      form: Sent
    }) => {
      const { field } = sent
      const { [field]: value } = parseForm(z.object({ [field]: fields[field]!.parse }), { [field]: sent.value })
      await declaration.save({ trx, viewer, services, id: sent.id, changes: { [field]: value }, version: sent.version })
      return {
        changed: [{ type: record, id: sent.id }],
        flash: { str: `${fields[field]!.label} gewijzigd`, type: 'success' },
      }
    },
  } as never)
}

import { HttpError } from '../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import { documentsArea } from './rights.ts'

/** Record types a document can belong to, with the column that says so; each document has exactly one (T-066). */
export const OWNERS = { contact: 'contact_id', company: 'company_id', appointment: 'appointment_id' } as const
export type OwnerType = keyof typeof OWNERS
export type OwnerColumn = (typeof OWNERS)[OwnerType]
export const OWNER_TYPES = Object.keys(OWNERS) as OwnerType[]

export interface Owner {
  type: OwnerType
  id: number
}

/** The text is the specification's own (T-186). */
const ORPHAN = 'Cannot add document for it would be an orphan'

/** The one owner a call names. @throws HttpError 400 when it names none, or more than one */
export function ownerOf(ids: Partial<Record<OwnerColumn, number | null | undefined>>): Owner {
  const named = OWNER_TYPES.flatMap((type) => {
    const id = ids[OWNERS[type]]
    return id === undefined || id === null ? [] : [{ type, id }]
  })
  if (named.length !== 1) throw new HttpError(400, ORPHAN)
  return named[0]!
}

/** The office changes all documents, a teacher the own uploads (permissions, documents). */
export function mayChangeDocument(viewer: Viewer, document: { created_by: number | null }): boolean {
  const scope = viewerScope(viewer, documentsArea, 'change')
  return scope === 'all' || (scope === 'own' && document.created_by === viewer.id)
}

/** '3,4 MB', '812 kB'. */
export function formatSize(bytes: number): string {
  const number = (value: number, digits: number) =>
    value.toLocaleString('nl-NL', { maximumFractionDigits: digits, minimumFractionDigits: 0 })
  return bytes >= 1_000_000 ? `${number(bytes / 1_000_000, 1)} MB` : `${number(Math.max(1, bytes / 1000), 0)} kB`
}

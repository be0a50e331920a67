import { requiredLine, requiredReference, yesNo } from '../../platform/fields/kinds.ts'

/** What a document consists of, beside its versions. */
export const documentFields = {
  name: requiredLine('Naam', 200, { personal: true }),
  type_id: { ...requiredReference('Type', 'document-type'), kind: 'select' as const },
  external: yesNo('Extern zichtbaar'),
}

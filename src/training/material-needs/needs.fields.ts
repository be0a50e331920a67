import { count, fieldOf, optionalCount, requiredReference } from '../../platform/fields/kinds.ts'
import { selectorId } from '../../platform/forms/fields.ts'

/** What a component of a course is given with. */
export const needFields = {
  component_id: fieldOf('select', 'Onderdeel', selectorId, { required: true }),
  material_id: requiredReference('Middel', 'material'),
  count: count('Aantal', 1, 1000),
  /** Empty: so many for a part, whoever comes. */
  per_students: optionalCount('Per zoveel cursisten', 1, 1000),
}

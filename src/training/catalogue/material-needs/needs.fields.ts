import { count, fieldOf, optionalCount, requiredReference } from '../../../platform/fields/kinds.ts'
import { countsOfTags, selectorId } from '../../../platform/forms/fields.ts'

/** What a component of a course is given with. */
export const needFields = {
  component_id: fieldOf('select', 'Onderdeel', selectorId, { required: true }),
  material_id: requiredReference('Middel', 'material'),
  /** Several at once, each with its number. */
  materials: fieldOf(
    'selector',
    'Middelen',
    countsOfTags(20, 1000).refine((tags) => tags.length > 0, 'Kies minimaal één middel.'),
    { record: 'material', max: 1000, required: true },
  ),
  count: count('Aantal', 1, 1000),
  /** Empty: so many for a part, whoever comes. */
  per_students: optionalCount('Per zoveel cursisten', 1, 1000),
}

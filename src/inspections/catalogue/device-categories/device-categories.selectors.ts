import { selector } from '../../../platform/screens/table/selector.ts'
import { byCategory, categoryPath, searchedCategories } from './device-categories.queries.ts'

/** Categories with those above them, so that two of one name are told apart. */
export const deviceCategorySelector = selector({
  type: 'device_category',
  record: 'device_category',
  table: 'device_categories',
  query: (db) => db.selectFrom('device_categories').select(['device_categories.id', categoryPath.as('label')]),
  searched: searchedCategories,
  sort: [byCategory],
})

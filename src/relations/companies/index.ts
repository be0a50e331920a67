import * as calls from './companies.calls.ts'
import * as screens from './companies.screens.ts'

export const companyScreens = [screens, calls].flatMap((declared) => Object.values(declared))
export { companySelector } from './companies.selectors.ts'
export {
  companyNames,
  companyPreventors,
  companiesVisibleTo,
  supervisedCompanyIds,
} from './companies.queries.ts'
export { companySearch } from './companies.search.ts'
export { addCompany, nextClientId } from './companies.commands.ts'

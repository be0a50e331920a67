import * as bulk from './bulk.screens.ts'
import * as calls from './calls.screens.ts'
import * as customizations from './customizations.screens.ts'
import * as options from './options.screens.ts'
import * as style from './style.screens.ts'
import * as screens from './companies.screens.ts'

export const companyScreens = [screens, bulk, calls, customizations, options, style].flatMap((declared) =>
  Object.values(declared),
)
export { companyFields, courseLineFields } from './companies.fields.ts'
export { CompanyForm, type CompanyInput } from './companies.forms.ts'
export { companySelector } from './companies.selectors.ts'
export { agreedLines, courseLinesVisibleTo } from './course-lines.queries.ts'
export {
  byCompanyName,
  companyDisableBlockers,
  companyNames,
  companyBlockers,
  companiesVisibleTo,
  supervisedCompanyIds,
} from './companies.queries.ts'
export { companySearch } from './companies.search.ts'
export { addCompany, changeCompany, nextClientId, nextClientIds } from './companies.commands.ts'
export { companyRestoring } from './restoring.ts'
export { likelyDouble as likelyDoubleCompany, listLikeListed as listLikeCompanies } from './similar.queries.ts'

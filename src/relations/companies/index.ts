import * as screens from './companies.screens.ts'

const { companySelector, ...declared } = screens
export const companyScreens = Object.values(declared)
export { companySelector }
export { companyNames, companyPreventors, companiesVisibleTo, supervisedCompanyIds } from './companies.queries.ts'
export { companySearch } from './companies.search.ts'
export { addCompany, nextClientId } from './companies.commands.ts'

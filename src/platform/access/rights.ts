import { EVERYONE, type RoleId } from './roles.ts'

export type Right = 'view' | 'change'
export type Scope = 'all' | 'own' | 'none'

/** Which roles may view and change what is in an area. */
interface Row {
  view: readonly RoleId[]
  change: readonly RoleId[]
  /** No role opens it, but the developer flag of a user. */
  developers?: true
}
/** With the roles that see or change their own records only. */
type OwnRow = Row & { viewOwn?: readonly RoleId[]; changeOwn?: readonly RoleId[] }

/**
 * A row of the rights matrix (rulings 4; tests/fixtures/permissions.csv is its source). It stands in the `rights.ts` of
 * the module that it is about, and screens and records name it; calls that override the row of their area name one of
 * their own.
 */
export interface Area<View extends boolean = boolean, Change extends boolean = boolean> extends Readonly<Row> {
  /** As the matrix calls it. */
  readonly name: string
  /** Whether some role has its own records only, by right: screens of such an area must name a record type to compile. */
  readonly own: { readonly view: View; readonly change: Change }
  readonly viewOwn: readonly RoleId[]
  readonly changeOwn: readonly RoleId[]
}

/** Declares an area with its row of the matrix. */
export function rights<R extends OwnRow>(
  name: string,
  row: R,
): Area<R extends { viewOwn: unknown } ? true : false, R extends { changeOwn: unknown } ? true : false>
export function rights(name: string, row: OwnRow): Area {
  const { viewOwn = [], changeOwn = [] } = row
  return { ...row, name, viewOwn, changeOwn, own: { view: viewOwn.length > 0, change: changeOwn.length > 0 } }
}

/** What everybody who is signed in may ask of the platform; each answer has the scope of what it is about. */
export const platformArea = rights('platform', { view: EVERYONE, change: EVERYONE })

/** How much a person with these roles may view or change in an area; the rights of several roles add up. */
export function scopeOf(roles: readonly RoleId[], area: Area, right: Right): Scope {
  if (roles.some((role) => area[right].includes(role))) return 'all'
  const own = right === 'view' ? area.viewOwn : area.changeOwn
  return roles.some((role) => own.includes(role)) ? 'own' : 'none'
}

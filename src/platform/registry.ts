import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { NotFound } from './errors.ts'
import type { Area } from './access/rights.ts'
import { factsOf } from './fields/shown.ts'
import { type Viewer, may, viewerFor, withRoles } from './access/viewer.ts'
import type { Db, Trx } from './database/types.ts'
import type { KnownRecord, Manifest, ProductModule, RecordType, Records } from './manifest.ts'
import type { Point } from './points.ts'
import type { RecordRef } from './screens/models.ts'
import type { Screen } from './screens/screen.ts'
import type { SelectorSource } from './screens/table/selector.ts'

/** @throws Error when two areas have the same name, of which the matrix could say one thing only */
function areasOf({ screens, manifests }: Pick<Registry, 'screens' | 'manifests'>): Map<string, Area> {
  const named = [
    ...screens.flatMap(({ area, routes }) => [area, ...routes.map((route) => route.area ?? area)]),
    ...manifests.flatMap(({ records }) => (records ?? []).map(({ area }) => area)),
  ]
  const areas = new Map<string, Area>()
  for (const area of named) {
    if (area === 'public') continue
    if ((areas.get(area.name) ?? area) !== area) throw new Error(`two areas are called '${area.name}'`)
    areas.set(area.name, area)
  }
  return areas
}

/** Everything the areas handed in, looked up by name; built once at start and checked for loose ends. */
export class Registry implements Records {
  readonly manifests: Manifest[]
  readonly screens: Screen[]
  readonly selectors: Map<string, SelectorSource>
  /** The rows of the rights matrix that screens and records name, by their names. */
  readonly areas: ReadonlyMap<string, Area>
  readonly #records = new Map<string, KnownRecord>()
  readonly #gifts = new Map<Point<unknown>, unknown[]>()
  /** Likewise those of modules that can be switched off. */
  readonly #ofModules: { point: Point<unknown>; module: string; values: readonly unknown[] }[] = []

  constructor(manifests: Manifest[]) {
    this.manifests = manifests
    this.screens = manifests.flatMap((manifest) => manifest.screens)
    this.selectors = new Map(
      manifests.flatMap((manifest) => manifest.selectors ?? []).map((selector) => [selector.type, selector]),
    )
    for (const type of manifests.flatMap((manifest) => manifest.records ?? []))
      this.#records.set(type.type, {
        ...type,
        visibleTo: (viewer) => this.#scope(type, viewer),
        facts: factsOf(type.fields ?? {}),
      })
    this.areas = areasOf(this)
    for (const { point, values, module } of manifests.flatMap((manifest) => manifest.gifts ?? [])) {
      this.#gifts.set(point, [...(this.#gifts.get(point) ?? []), ...values])
      if (module !== undefined) this.#ofModules.push({ point, module, values })
    }
    for (const screen of this.screens)
      for (const name of [
        ...(screen.record
          ? [screen.record.type, ...Object.values(screen.record.also).filter((type) => !type.startsWith(':'))]
          : []),
        ...Object.values(screen.formRecords ?? {}),
      ])
        if (!this.#records.has(name)) throw new Error(`screen ${screen.path} names the unknown record type '${name}'`)
  }

  /** Its own rows, and those that a record leads to which the viewer sees. */
  #scope(type: RecordType, viewer: Viewer): Expression<SqlBool> {
    const own = type.visibleTo(viewerFor(viewer, type.area), this)
    const leading = this.recordTypes().filter(({ leadsTo }) => leadsTo?.type === type.type)
    if (leading.length === 0) return own
    const along = leading.map(
      (from) => sql<SqlBool>`exists (select from ${sql.table(from.table)}
        where ${sql.ref(`${from.table}.${from.leadsTo!.column}`)} = ${sql.ref(`${type.table}.id`)}
          and ${from.visibleTo(viewer)})`,
    )
    return sql<SqlBool>`(${sql.join([own, ...along], sql` or `)})`
  }

  /** @throws NotFound for a type that does not exist: an unknown type is a 404 (permissions, platform) */
  record(type: string): KnownRecord {
    const found = this.#records.get(type)
    if (!found) throw new NotFound()
    return found
  }

  recordTypes(): KnownRecord[] {
    return [...this.#records.values()]
  }

  /**
   * Address of the popup of a record with one of its items open; the front page for a type without a popup.
   * @throws NotFound for a type that does not exist
   */
  itemAddress(type: string, id: number, item: string): string {
    const { open } = this.record(type)
    return open === null ? '/' : `${open.replace('{id}', String(id))}?item=${item}`
  }

  /** What was given to a point, in the order of the manifests. */
  all<T>(point: Point<T>): readonly T[] {
    return (this.#gifts.get(point) as readonly T[] | undefined) ?? []
  }

  /** Likewise without what modules give that are switched off: what a viewer is shown. */
  offered<T>(point: Point<T>, viewer: Viewer): readonly T[] {
    const { modulesOff = [] } = viewer
    const off = this.#ofModules.filter((given) => given.point === point && modulesOff.includes(given.module))
    if (off.length === 0) return this.all(point)
    return this.all(point).filter((value) => !off.some(({ values }) => values.includes(value)))
  }

  /** The modules that can be switched off, in the order of the manifests. */
  get modules(): ProductModule[] {
    return [...new Map(this.manifests.flatMap(({ modules = [] }) => modules).map((one) => [one.key, one])).values()]
  }

  /** Record types whose changes this viewer may hear of. */
  visibleTypes(viewer: Viewer): string[] {
    return this.recordTypes()
      .filter((type) => may(viewer, type.area))
      .map((type) => type.type)
  }

  /** @throws NotFound when one of the rows does not exist or lies outside the viewer's scope; the two look the same */
  async assertVisible(db: Db | Trx, viewer: Viewer, type: string, ...ids: number[]): Promise<void> {
    const record = this.record(type)
    if (ids.length === 0) return
    if ((await this.#among(db, viewer, record, ids)).size < new Set(ids).size) throw new NotFound()
  }

  /** Those of the rows that the viewer sees; all of a type that is not a record. */
  async visibleAmong(db: Db | Trx, viewer: Viewer, type: string, ids: number[]): Promise<Set<number>> {
    const record = this.#records.get(type)
    return record && ids.length > 0 ? this.#among(db, viewer, record, ids) : new Set(ids)
  }

  async #among(db: Db | Trx, viewer: Viewer, record: KnownRecord, ids: number[]): Promise<Set<number>> {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(`${record.table}.id`)} as id from ${sql.table(record.table)}
      where ${sql.ref(`${record.table}.id`)} = any(${ids}::integer[]) and ${record.visibleTo(viewer)}
    `.execute(db)
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * The viewer with the roles alone that see this row: what somebody may do with it follows from these.
   * @throws NotFound as `assertVisible`
   */
  async viewerOf(db: Db | Trx, viewer: Viewer, type: string, id: number): Promise<Viewer> {
    if (viewer.roles.length < 2) {
      await this.assertVisible(db, viewer, type, id)
      return viewer
    }
    const record = this.record(type)
    const { rows } = await sql<{ seen: boolean[] }>`
      select array[${sql.join(viewer.roles.map((role) => record.visibleTo(withRoles(viewer, [role]))))}] as seen
      from ${sql.table(record.table)} where ${sql.ref(`${record.table}.id`)} = ${id}
    `.execute(db)
    const roles = viewer.roles.filter((_role, i) => rows[0]?.seen[i] === true)
    if (roles.length === 0) throw new NotFound()
    return withRoles(viewer, roles)
  }

  /** Whether a row that another one names exists for this viewer; null never does. */
  async isVisible(db: Db | Trx, viewer: Viewer, type: string, id: number | null): Promise<boolean> {
    if (id === null) return false
    const { rows } = await sql<{ sees: boolean }>`select ${this.sees(viewer, type, sql`${id}`)} as sees`.execute(db)
    return rows[0]!.sees
  }

  /** The same of the id in a column, for a query to tell along with its row. */
  sees(viewer: Viewer, type: string, id: Expression<unknown>): RawBuilder<boolean> {
    const record = this.record(type)
    return sql<boolean>`exists (
      select 1 from ${sql.table(record.table)} where ${sql.ref(`${record.table}.id`)} = ${id}
        and ${record.visibleTo(viewer)})`
  }

  /**
   * Name and e-mail address of one record, as far as its type has them.
   * @throws NotFound when it does not exist
   */
  async describe(
    db: Db | Trx,
    { type, id }: RecordRef,
  ): Promise<{ type: string; id: number; name: string; email: string | null }> {
    const { label, table, nameSql, emailSql } = this.record(type)
    const { rows } = await sql<{ name: string; email: string | null }>`
      select ${nameSql ?? sql`${`${label.one} ${id}`}::text`} as name, ${emailSql ?? sql`null`} as email
      from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id}
    `.execute(db)
    if (!rows[0]) throw new NotFound()
    return { type, id, ...rows[0] }
  }

  /** The whole map of constraint name to field and message. */
  get constraints() {
    return Object.assign({}, ...this.manifests.map((manifest) => manifest.constraints ?? {})) as NonNullable<
      Manifest['constraints']
    >
  }
}

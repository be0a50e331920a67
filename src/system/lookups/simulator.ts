import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CITIES,
  LAST_NUMBER,
  STREETS,
  type SimulatedCompany,
  type Told,
  type World,
  worldOf,
  POINTS,
} from './simulator-data.ts'

/**
 * How a request fares: 'ok', late by so many milliseconds, another status (429 asks for a pause of one second), a page
 * of HTML, JSON of another shape, or a connection that is cut.
 */
export type Behaviour = 'ok' | { lateMs: number } | { status: number } | 'html' | 'odd' | 'cut'

/** Stand-ins for PDOK and KVK that speak their HTTP, on a free port of this machine. */
export interface Registers {
  addressUrl: string
  tradeUrl: string
  /** Behaviour of the next requests, one after the other; afterwards all is well again. */
  behave(...next: Behaviour[]): void
  /** Paths with queries of the requests so far. */
  asked: string[]
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers']
  stop(): Promise<void>
}

/** @param told what they know of a story */
export async function startRegisters(told: Told = { places: [], companies: [] }): Promise<Registers> {
  const world = worldOf(told)
  const queue: Behaviour[] = []
  const asked: string[] = []
  let headers: IncomingMessage['headers'] = {}
  const server = createServer((req, res) => {
    asked.push(req.url ?? '')
    headers = req.headers
    const behaviour = queue.shift() ?? 'ok'
    if (behaviour === 'ok') answer(world, req, res)
    else if (behaviour === 'cut') res.destroy()
    else if (behaviour === 'html')
      res.setHeader('content-type', 'text/html').end('<html><title>Onderhoud</title></html>')
    else if (behaviour === 'odd') send(res, 200, { iets: 'anders' })
    else if ('lateMs' in behaviour) setTimeout(() => answer(world, req, res), behaviour.lateMs).unref()
    else {
      if (behaviour.status === 429) res.setHeader('retry-after', '1')
      send(res, behaviour.status, { fout: [{ code: 'IPD9999', omschrijving: 'Er is iets misgegaan.' }] })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Whoever forgets to stop it shall still be able to end.
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    addressUrl: `${url}/pdok`,
    tradeUrl: `${url}/kvk`,
    behave: (...next) => void queue.splice(0, queue.length, ...next),
    asked,
    lastHeaders: () => headers,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function answer(world: World, req: IncomingMessage, res: ServerResponse): void {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
  const profile = /^\/kvk\/v1\/basisprofielen\/(\d{8})$/.exec(pathname)?.[1]
  if (pathname === '/pdok/free') return send(res, 200, addresses(world, searchParams.getAll('fq')))
  if (pathname === '/kvk/v2/zoeken') return search(world, res, searchParams.get('naam') ?? '')
  const found = world.companies.find(({ kvkNummer }) => kvkNummer === profile)
  if (found) return send(res, 200, profileOf(found))
  send(res, 404, { fout: [{ code: 'IPD5200', omschrijving: 'Niet gevonden.' }] })
}

/** Solr's answer; house number 12 has the additions that show how several answers to one number look. */
function addresses(world: World, filters: string[]) {
  const wanted = (name: string) => filters.find((filter) => filter.startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
  const code = wanted('postcode')
  const number = Number(wanted('huisnummer'))
  const place = world.places.get(code)
  const city = place?.city ?? CITIES[code.slice(0, 4)]
  const letters = code.slice(4)
  const street = place?.street ?? STREETS[(letters.charCodeAt(0) + letters.charCodeAt(1)) % STREETS.length]
  const known = city !== undefined && number >= 1 && number <= LAST_NUMBER
  const at = POINTS[city ?? '']
  const apart = (letters.charCodeAt(0) - 77) / 1000
  const base = {
    straatnaam: street,
    woonplaatsnaam: city,
    ...(at ? { centroide_ll: `POINT(${(at[1] + apart).toFixed(5)} ${(at[0] + number / 20_000).toFixed(5)})` } : {}),
  }
  const more =
    number === 12
      ? [
          { ...base, huisletter: 'A' },
          { ...base, huisnummertoevoeging: '2' },
        ]
      : []
  const docs = known ? [base, ...more] : []
  return { response: { numFound: docs.length, start: 0, numFoundExact: true, docs } }
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9 ]/g, '')

/** As the real one: nothing found is a 404. */
function search(world: World, res: ServerResponse, name: string): void {
  const words = plain(name).split(' ').filter(Boolean)
  const found = world.companies.filter(
    ({ naam }) => words.length > 0 && words.every((word) => plain(naam).includes(word)),
  )
  if (found.length === 0) return send(res, 404, { fout: [{ code: 'IPD5200', omschrijving: 'Niet gevonden.' }] })
  const resultaten = found.flatMap(({ kvkNummer, naam, straatnaam, plaats, shielded }) => [
    { kvkNummer, naam, type: 'rechtspersoon' },
    {
      kvkNummer,
      naam,
      type: 'hoofdvestiging',
      adres: shielded ? {} : { binnenlandsAdres: { type: 'bezoekadres', straatnaam, plaats } },
    },
  ])
  send(res, 200, { pagina: 1, resultatenPerPagina: 20, totaal: resultaten.length, resultaten })
}

function profileOf(company: SimulatedCompany) {
  const { kvkNummer, naam, straatnaam, huisnummer, toevoeging, postcode, plaats } = company
  const adressen = [
    { type: 'correspondentieadres', indAfgeschermd: 'Nee', straatnaam: 'Postbus', postcode, plaats },
    {
      type: 'bezoekadres',
      indAfgeschermd: 'Nee',
      straatnaam,
      huisnummer,
      ...(toevoeging === undefined ? {} : { huisnummerToevoeging: toevoeging }),
      postcode,
      plaats,
    },
  ].map((address) => (company.shielded ? { type: address.type, indAfgeschermd: 'Ja' } : address))
  const place = company.ownerOnly ? { eigenaar: { adressen } } : { hoofdvestiging: { adressen } }
  return { kvkNummer, naam, statutaireNaam: naam, _embedded: place }
}

import type { Config } from './platform/config.ts'
import { startRegisters } from './system/lookups/index.ts'

/** Fills in the outside systems that the demo was given no address of with stand-ins in this process. */
export async function withSimulators(config: Config): Promise<Config> {
  if (!config.demo) return config
  const registers = await startRegisters()
  return {
    ...config,
    addressRegisterUrl: config.addressRegisterUrl ?? registers.addressUrl,
    tradeRegisterUrl: config.tradeRegisterUrl ?? registers.tradeUrl,
  }
}

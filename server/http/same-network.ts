import { sql, type SQL } from 'drizzle-orm'
import { networkBits } from './client-address'

/** The network of an address that a column holds as text; that of IPv4 also where it is mapped into IPv6. */
export const networkOf = (address: SQL): SQL => sql`(
  select network(set_masklen(plain.address, case family(plain.address)
    when 4 then ${sql.raw(String(networkBits.v4))} else ${sql.raw(String(networkBits.v6))} end))
  from (select regexp_replace(host(${address}::inet), '^::ffff:(?=[0-9]+[.])', '')::inet as address) plain)`

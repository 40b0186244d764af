import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedReferrer } from '@shared/referred-people'
import { referrersQuery } from '@/features/referrals/referred-people-api'
import { ReferrersTable } from '@/features/referrals/referrers-table'
import { AdjustDialog } from '@/features/rewards/adjust-dialog'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/search-field'
import { ListTable } from '../list-page'

/** Everyone who has referred someone, with what came of it. */
export function ReferrerList() {
  const address = useListAddress()
  const { search, cursor } = address
  const list = useQuery(referrersQuery({ search, cursor }))
  const [adjusted, setAdjusted] = useState<ListedReferrer | null>(null)
  return (
    <>
      <div className="mb-3 flex">
        <SearchField
          label="Search by name, email, or phone"
          value={address.searchText}
          onChange={address.setSearchText}
        />
      </div>
      <ListTable
        address={address}
        list={list}
        nouns={{ singular: 'referrer', plural: 'referrers' }}
        emptyTexts={{
          noMatch: 'No referrers match',
          noneYet: 'No referrers yet',
          whatAppears: 'People whose referrals signed up appear here.',
        }}
      >
        {(shown) => (
          <ReferrersTable
            {...shown}
            renderActions={(referrer) => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Adjust the balance of ${referrer.name}`}
                onClick={() => setAdjusted(referrer)}
              >
                Adjust
              </Button>
            )}
          />
        )}
      </ListTable>
      {adjusted ? <AdjustDialog payee={adjusted} onClose={() => setAdjusted(null)} /> : null}
    </>
  )
}

-- For a portal whose database has had one role, `credit_partner`, that owns everything: from now on
-- `credit_partner_owner` does. Stop every portal process first, back up, and run this as a superuser:
--
--   psql "postgres://postgres@db.your-domain.com/credit_partner" -v ON_ERROR_STOP=1 \
--     -v owner_password=… -f database-second-role.sql
--
-- DATABASE_URL stays as it is; MIGRATION_DATABASE_URL names credit_partner_owner. The next start, or
-- `npm run portal -- migrate`, gives credit_partner its rights.

CREATE ROLE credit_partner_owner LOGIN PASSWORD :'owner_password';
REASSIGN OWNED BY credit_partner TO credit_partner_owner;
REVOKE ALL ON DATABASE credit_partner FROM PUBLIC;
GRANT CONNECT ON DATABASE credit_partner TO credit_partner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

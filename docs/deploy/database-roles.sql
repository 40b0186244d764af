-- The portal's database on a Postgres of your own, with two roles: `credit_partner_owner` owns the tables and
-- migrates, `credit_partner` is what the portal works as. Its rights on the tables come with the migrations.
--
--   psql "postgres://postgres@db.your-domain.com/postgres" -v ON_ERROR_STOP=1 \
--     -v owner_password=… -v portal_password=… -f database-roles.sql
--
-- Then DATABASE_URL names credit_partner, and MIGRATION_DATABASE_URL names credit_partner_owner.

-- After a loss the roles are there already, and get these passwords.
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['credit_partner_owner', 'credit_partner']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE credit_partner_owner LOGIN PASSWORD :'owner_password';
ALTER ROLE credit_partner LOGIN PASSWORD :'portal_password';
CREATE DATABASE credit_partner OWNER credit_partner_owner;
REVOKE ALL ON DATABASE credit_partner FROM PUBLIC;
GRANT CONNECT ON DATABASE credit_partner TO credit_partner;

\connect credit_partner
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

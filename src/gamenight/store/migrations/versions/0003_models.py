"""Language models at tables: the state of their seats, the sponsor of a seat, and the models' decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("models", sa.JSON()))
    op.add_column("places", sa.Column("sponsor", sa.Integer()))
    op.create_table(
        "model_decisions",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seat_index", sa.Integer(), nullable=False),
        sa.Column("prompt", sa.Integer(), nullable=False),
        sa.Column("retry", sa.Integer(), nullable=False),
        sa.Column("node", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("outcome", sa.Text()),
        sa.Column("call_count", sa.BigInteger(), nullable=False),
        sa.Column("usd", sa.Double(), nullable=False),
        sa.Column("unpriced", sa.BigInteger(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_model_decisions"),
        sa.ForeignKeyConstraint(["match_id"], ["tables.match_id"], "fk_model_decisions_match_id", ondelete="CASCADE"),
    )
    op.create_index(
        "ix_model_decisions_ended_at_call_count_usd_unpriced_tokens",
        "model_decisions",
        ["ended_at", "call_count", "usd", "unpriced", "tokens"],
    )


def downgrade() -> None:
    op.drop_table("model_decisions")
    op.drop_column("places", "sponsor")
    op.drop_column("tables", "models")
